import { type ComponentProps, useRef } from 'react';
import { Button } from './button';

/** A button that replaces the browser's file field, whose style and words can't be changed. */
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
          // Lets somebody choose the same file again after correcting or removing it.
          event.target.value = '';
        }}
      />
      <Button onClick={() => field.current?.click()} {...rest} />
    </>
  );
}
