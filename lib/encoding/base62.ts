import { customAlphabet } from 'nanoid';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A source of random texts of that many letters and digits, 5.95 bits each, as unpredictable as the system's own random numbers. */
export const base62Generator = (length: number): (() => string) => customAlphabet(BASE62, length);
