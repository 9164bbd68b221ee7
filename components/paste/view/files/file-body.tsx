'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { viewFilesMessages as messages } from '#components/messages/view-files';
import { Button } from '#components/ui/button';
import type { ViewedFile } from '../model/view-files';
import styles from './files.module.css';
import { Picture } from './picture';

/** Shows a picture, or why the file can't be shown, in place of a text. */
export function FileBody({ file, onSave }: { file: ViewedFile; onSave: () => void }) {
  const [isBroken, setBroken] = useState(false);
  if (file.kind === 'picture' && !isBroken) return <Picture file={file} onError={() => setBroken(true)} />;
  return (
    <div className={styles.notShown}>
      <p>{isBroken ? messages.brokenPicture : messages.notShown(file.name)}</p>
      {isBroken ? null : <p className={styles.hint}>{messages.notShownHint}</p>}
      <Button variant="primary" onClick={onSave}>
        <Download aria-hidden size={16} />
        {messages.download}
      </Button>
    </div>
  );
}
