import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { editorMessages as messages } from '#components/messages/editor';
import { Button } from '#components/ui/button';

/** A button of ours instead of the browser's file field, which can't be styled and says its own words. */
export function FileChooser({ isLocked, onFiles }: { isLocked: boolean; onFiles: (files: readonly File[]) => void }) {
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
          // The same file can be chosen again after it was mended.
          event.target.value = '';
        }}
      />
      <Button variant="quiet" disabled={isLocked} onClick={() => field.current?.click()} aria-label={messages.chooseFile}>
        <Paperclip aria-hidden size={16} />
        {messages.file}
      </Button>
    </>
  );
}
