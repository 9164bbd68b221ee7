/** Sizes as people read them. Browser-safe: no imports. */

const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** In steps of 1024, as the limits are: `512 bytes`, `1.5 KiB`, `10 MiB`. Rounded up, so that what is too much looks it. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Math.ceil(value * 10) / 10} ${BYTE_UNITS[unit]}`;
}
