import { viewFilesMessages as messages } from '#components/messages/view-files';
import { KeyLink } from '#components/ui/key-link';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';

/** The page `/raw` of a paste with files, which has no single text. */
export function RawFiles({ publicId }: { publicId: string }) {
  return (
    <Notice
      title={messages.rawHasFiles}
      actions={
        <KeyLink variant="primary" address={addressOf(`/view/${publicId}${location.hash}`)}>
          {messages.openPage}
        </KeyLink>
      }
    >
      <p>{messages.rawHasFilesText}</p>
    </Notice>
  );
}
