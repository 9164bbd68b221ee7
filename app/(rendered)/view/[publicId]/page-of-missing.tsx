import type { ReactNode } from 'react';
import { moderatedMessages } from '#components/messages/moderated';
import { PasteNotFound } from '#components/paste/view/missing-paste';
import { StatusPage } from '#components/ui/status-page';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { missingPage } from '../../missing-page';
import { loadClientAddress } from '../../visitor';

/** The page of a paste that readers can't find. Everybody who has its link may know that the operator stopped it. */
export async function pageOfMissing(publicId: string): Promise<ReactNode> {
  const { moderation, pastes } = await services();
  const mayLearn = isPublicId(publicId) && pastes.mayReadFrom(await loadClientAddress());
  const state = mayLearn ? await moderation.stateOf(publicId).catch(failPage) : null;
  return missingPage(state ? <StatusPage {...moderatedMessages[state]} /> : <PasteNotFound />);
}
