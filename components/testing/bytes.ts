/**
 * Vitest puts jsdom's buffers in place of Node's, which Node's own TextEncoder and Web Crypto don't know: components get
 * Node's. And jsdom's Blob can't be read as a stream.
 */
import { Buffer } from 'node:buffer';

const bytes: object = Object.getPrototypeOf(Buffer.prototype);
const buffer: object = Object.getPrototypeOf(Buffer.alloc(0).buffer);
Object.assign(globalThis, { Uint8Array: bytes.constructor, ArrayBuffer: buffer.constructor });

// What jsdom reads is of its own kind as well.
const { arrayBuffer } = Blob.prototype;
Blob.prototype.arrayBuffer = async function readBytes(this: Blob) {
  return new Uint8Array(await arrayBuffer.call(this)).slice().buffer;
};

Blob.prototype.stream ??= function stream(this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()));
      controller.close();
    },
  });
};
