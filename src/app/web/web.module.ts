import { Module } from '@nestjs/common';
import { WebAppController } from './web-app.controller.js';
import { WebAppService } from './web-app.service.js';

/** The web app: its files, and every path that nobody else serves. */
@Module({ controllers: [WebAppController], providers: [WebAppService] })
export class WebModule {}
