import { Controller, Delete, Get, Param } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { OwnDevicesService } from '../sessions/own-devices.service.js';
import { ownDeviceView, type OwnDeviceView } from './people.view.js';

/** Where the caller is signed in. Source: issue 22, Routes of ours. */
@Controller('api/me/devices')
export class OwnDevicesController {
  constructor(private readonly devices: OwnDevicesService) {}

  /** List the devices on which the caller is signed in, the one seen last first, at most 500. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<readonly OwnDeviceView[]> {
    return (await this.devices.list(caller)).map((device) => ownDeviceView(device, caller));
  }

  /** Sign one of the caller's devices out. Invitations that were made on it and that nobody has used fall with it. */
  @SignedIn()
  @KidsUnlimited()
  @Delete(':deviceID')
  @Answers({ 404: 'The caller has no such device, or it is revoked already.' })
  async revoke(@CurrentCaller() caller: Caller, @Param('deviceID') deviceId: string): Promise<{ status: 'revoked' }> {
    await this.devices.revoke(caller, deviceId);
    return { status: 'revoked' };
  }
}
