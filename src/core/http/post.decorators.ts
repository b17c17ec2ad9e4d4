import { HttpCode, Post as NestPost } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';

/** A route of POST. It answers 200 where `@HttpCode` says nothing else; Nest's own answers 201. */
export function Post(path?: string | string[]): MethodDecorator {
  return (target, name, descriptor: PropertyDescriptor) => {
    NestPost(path)(target, name, descriptor);
    if (!Reflect.hasMetadata(HTTP_CODE_METADATA, descriptor.value as object)) HttpCode(200)(target, name, descriptor);
  };
}
