import { at, circle, cloud, ellipse, lin, path, rays, rect, stroke, text } from '../shapes.mjs';

/** 600 by 900. */
export const draw = () => {
  const plane = (c, d) =>
    path('M-120-24h240q12 0 12 12t-12 12h-240q-12 0-12-12t12-12z', c) +
    path('M-104 30h208q10 0 10 10t-10 10h-208q-10 0-10-10t10-10z', d) +
    stroke('M-84 0v32M84 0v32M-44 0v32M44 0v32', '#2b1a10', 5) +
    ellipse(0, 14, 26, 40, d) +
    circle(0, 22, 20, '#2b1a10') +
    circle(0, 22, 8, '#f2c25e') +
    ellipse(0, 22, 70, 5, '#2b1a10', 'opacity=".65"') +
    circle(-96, -12, 11, '#f6ecd6') +
    circle(96, -12, 11, '#f6ecd6') +
    circle(-96, -12, 5, '#c23a2a') +
    circle(96, -12, 5, '#c23a2a') +
    stroke('M-20 56l-10 22M20 56l10 22M-40 80h80', '#2b1a10', 5);
  return (
    `<defs>${lin('bg', [
      [0, '#0d4a6b'],
      [0.6, '#58a5b5'],
      [1, '#f3dca8'],
    ])}</defs>` +
    rect(0, 0, 600, 900, 'url(#bg)') +
    rays(300, 900, 1100, 26, '#fff0c0', { from: -180, to: 0, share: 0.5, opacity: 0.25 }) +
    cloud(110, 330, 1.4, '#f9f1dc', '#d9cfae') +
    cloud(500, 470, 1.5, '#f9f1dc', '#d9cfae') +
    cloud(260, 700, 2.2, '#fffaf0', '#e2d6b4') +
    cloud(560, 760, 1.8, '#f9f1dc', '#d9cfae') +
    cloud(20, 780, 2, '#f9f1dc', '#d9cfae') +
    rect(0, 770, 600, 140, '#fffaf0') +
    at(410, 300, plane('#c23a2a', '#8f2417'), 0.8, 14) +
    at(240, 500, plane('#e0952f', '#a8611a'), 1.5, -12) +
    stroke('M40 640q70-60 120-90M520 400q40-30 70-36', '#fffaf0', 6, 'stroke-linecap="round" stroke-dasharray="2 18"') +
    text(300, 172, 'ABOVE THE WEATHER', 60, '#fffaf0', { weight: 600, fit: 480 }) +
    text(300, 850, 'A FLIGHT IN FIVE PARTS', 24, '#0d4a6b', { space: 4 })
  );
};
