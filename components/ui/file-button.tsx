import { type ComponentProps, useRef } from 'react';
import { Button } from './button';

/** A button instead of the browser's file field, which can't be styled and says its own words. */
export function FileButton({ onFiles, ...rest }: ComponentProps<typeof Button> & { onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was mended or removed.
          event.target.value = '';
        }}
      />
      <Button onClick={() => field.current?.click()} {...rest} />
    </>
  );
}
