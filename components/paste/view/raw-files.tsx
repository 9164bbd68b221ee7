import { viewFilesMessages as messages } from '#components/messages/view-files';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { addressOf } from '#lib/site/address.rules';

/** The page `/raw` of a paste with files, which has no single text. */
export function RawFiles({ publicId }: { publicId: string }) {
  return (
    <Notice
      title={messages.rawHasFiles}
      actions={
        <LinkButton variant="primary" href={addressOf(`/view/${publicId}${location.hash}`)}>
          {messages.openPage}
        </LinkButton>
      }
    >
      <p>{messages.rawHasFilesText}</p>
    </Notice>
  );
}
