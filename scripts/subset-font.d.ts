/** Declares the documented options that we use, since the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, number | { min: number; max: number }>;
      noLayoutClosure: boolean;
    },
  ): Promise<Buffer>;
}
