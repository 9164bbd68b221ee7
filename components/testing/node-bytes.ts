/**
 * Vitest puts jsdom's buffers and Blobs in place of Node's. Node's own TextEncoder, Web Crypto and streams don't know
 * those, and jsdom's Blob has no stream(): components get Node's, which are as a browser's.
 */
import { Blob, Buffer, File } from 'node:buffer';

const bytes: object = Object.getPrototypeOf(Buffer.prototype);
const buffer: object = Object.getPrototypeOf(Buffer.alloc(0).buffer);

Object.assign(globalThis, { Uint8Array: bytes.constructor, ArrayBuffer: buffer.constructor, Blob, File });
