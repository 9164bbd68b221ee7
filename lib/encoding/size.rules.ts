/** Sizes as people read them. Browser-safe: no imports. */

const BYTE_UNITS = ['KiB', 'MiB', 'GiB'] as const;

/** In steps of 1024, as the limits are. Rounded up to a tenth, so that what is too much looks it. @param bytes from 1024 */
export function inByteUnits(bytes: number): [value: number, unit: string] {
  const unit = bytes < 1024 ** 2 ? 0 : bytes < 1024 ** 3 ? 1 : 2;
  return [Math.ceil((bytes / 1024 ** (unit + 1)) * 10) / 10, BYTE_UNITS[unit]];
}

/** `512 bytes`, `1.5 KiB`, `10 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return inByteUnits(bytes).join(' ');
}
