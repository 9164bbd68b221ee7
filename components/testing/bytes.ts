/**
 * Gives components Node's buffers instead of jsdom's, which Node's TextEncoder and Web Crypto reject. Lets jsdom's Blob be
 * read as a stream.
 */
import { Buffer } from 'node:buffer';

const bytes: object = Object.getPrototypeOf(Buffer.prototype);
const buffer: object = Object.getPrototypeOf(Buffer.alloc(0).buffer);
Object.assign(globalThis, { Uint8Array: bytes.constructor, ArrayBuffer: buffer.constructor });

// jsdom's Blob also returns jsdom's own buffers.
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
