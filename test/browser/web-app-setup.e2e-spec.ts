import { describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, SETUP_CODE, startApp } from '../harness/start-app.js';
import { WebAppBrowser } from '../harness/web-app-browser.js';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the first account is made in a browser', () => {
  it('with the setup code that the server printed', async () => {
    const app = await startApp();
    const browser = await WebAppBrowser.open();
    const { page, complaints } = await browser.person(app.url, { width: 360, height: 740 });
    await page.goto(app.url);
    await page.getByLabel('Setup code').fill(SETUP_CODE);
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('/api/discover/'))).toEqual([]);
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });
});
