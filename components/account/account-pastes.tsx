'use client';

import type { ComponentProps } from 'react';
import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { mineMessages as messages } from '#components/messages/mine';
import { noticeMessages } from '#components/messages/notice';
import { receiptMessages } from '#components/messages/receipt';
import type { AccountTools, Endings, ListedPaste, PasteListing } from '#components/mine/listed-paste';
import { Mine } from '#components/mine/mine';
import { nameOf } from '#components/mine/paste-row';
import styles from '#components/mine/paste-table.module.css';
import { forgetPaste, useLocalPastes } from '#components/paste/local/local-pastes-store';
import { DEFAULT_EXTENSION, extensionOptions } from '#components/paste/manage/manage-parts';
import { receiptFileName } from '#components/paste/receipt/receipt-words';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { ScrollingCode } from '#components/ui/copy-code';
import { Menu } from '#components/ui/menu';
import { ReadCount } from '#components/ui/moment';
import { RefreshWhile } from '#components/ui/refresh-while';
import { Section } from '#components/ui/section';
import { Select } from '#components/ui/select';
import type { ApiProblem } from '#lib/client/api-problem';
import { deletePastes, extendPastes } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import accountStyles from './account.module.css';
import { ChangeForm, type Fields } from './change-form';
import { Dated, TimesFrom, When } from './when';

type ChangeProps = ComponentProps<AccountTools['Change']>;

interface AccountPastesProps {
  listing: PasteListing;
  /** null except on the first page of the whole list. */
  endings: Endings | null;
  /** The address at which scripts create pastes. */
  apiUrl: string;
  /** The server's clock when it rendered the page, in ms since 1970. */
  renderedAt: number;
}

/** "My pastes" of somebody who is signed in. */
export function AccountPastes({ listing, endings, apiUrl, renderedAt }: AccountPastesProps) {
  const { pastes } = listing;
  // Reading changes the list: a burn paste leaves it, and another's reads are counted in it.
  const changing = pastes.filter(({ burnAfterRead, maxReads }) => burnAfterRead || maxReads).map(({ publicId }) => publicId);
  return (
    <TimesFrom renderedAt={renderedAt}>
      <Mine
        listing={listing}
        tools={TOOLS}
        renderedAt={renderedAt}
        noScript={accountMessages.noScript}
        empty={<Empty page={listing.page} apiUrl={apiUrl} />}
      >
        {endings === null ? null : <BurnEndings endings={endings} />}
        <RefreshWhile isWaiting={changing.length > 0} subject={changing.join()} />
      </Mine>
    </TimesFrom>
  );
}

function Empty({ page, apiUrl }: { page: number; apiUrl: string }) {
  if (page > 1) return <p className={accountStyles.muted}>{messages.emptyPage}</p>;
  const command = `curl -s ${apiUrl} -H 'X-Api-Key: sp_…' \\\n  -H 'Content-Type: application/json' -d '{"content": "hello"}'`;
  return (
    <div className={accountStyles.teach}>
      <h2>{messages.emptyTitle}</h2>
      <p>{messages.empty}</p>
      <ScrollingCode>{command}</ScrollingCode>
      <p>
        <LinkButton variant="primary" href={addressOf('/')}>
          {messages.newPaste}
        </LinkButton>
      </p>
    </div>
  );
}

/** How each burn paste ended. The server no longer has the content or the title, which this browser may know. */
function BurnEndings({ endings: { receipts, hasMore, keptDays } }: { endings: Endings }) {
  const [latest] = receipts;
  const remembered = useLocalPastes()?.pastes ?? [];
  const titleOf = (id: string) => {
    const here = remembered.find(({ publicId }) => publicId === id);
    return here?.label ?? here?.title;
  };
  return (
    <>
      {/* A live region that stays, so that screen readers announce the next ending. */}
      <p role="status" className="visually-hidden">
        {latest ? `${(latest.reads ? messages.endedCounted : messages.ended)[latest.state]}: ${latest.publicId}` : ''}
      </p>
      {receipts.length === 0 ? null : (
        <Section id="burn-endings" title={messages.endingsTitle} className={accountStyles.endings}>
          <p className={accountStyles.muted}>{messages.endings(keptDays)}</p>
          <ul className={accountStyles.list}>
            {receipts.map(({ publicId, state, createdAt, at, reads, maxReads, lastReadAt }) => (
              <li key={publicId} className={accountStyles.ending}>
                <p className={accountStyles.end} data-state={state}>
                  {reads ? messages.endedCounted[state] : messages.ended[state]} <When time={at} />{' '}
                  <bdi translate="no">{titleOf(publicId)}</bdi>
                </p>
                <p className={accountStyles.facts}>
                  <code className={accountStyles.pasteId}>{publicId}</code>
                  <Dated label={messages.created} time={createdAt} />
                  {reads && maxReads ? (
                    <span>
                      <ReadCount reads={reads} max={maxReads} lastAt={lastReadAt} />
                    </span>
                  ) : null}
                  <a href={addressOf(`/api/v1/pastes/${publicId}/receipt`)} download={receiptFileName(publicId)}>
                    {receiptMessages.save} <span className="visually-hidden">{publicId}</span>
                  </a>
                </p>
              </li>
            ))}
          </ul>
          {hasMore ? <p className={accountStyles.muted}>{messages.endingsMore(receipts.length)}</p> : null}
        </Section>
      )}
    </>
  );
}

function Change({ paste: { publicId, expiresAt }, name, onDeleted }: ChangeProps) {
  async function remove(): Promise<void> {
    await pageClient.call(deletePastes, { body: { publicIds: [publicId] } });
    onDeleted(naming(noticeMessages.done.deleted, [name]));
    forgetPaste(publicId);
  }
  return (
    <>
      {expiresAt === null ? <p>{messages.extendsNever}</p> : <ExtendForm publicId={publicId} />}
      <ChangeForm onSend={remove} problem={describe} className={styles.row}>
        <SubmitButton variant="danger">{messages.delete}</SubmitButton>
        <span>{messages.deleteHint}</span>
      </ChangeForm>
    </>
  );
}

/** The fields of a form that extends pastes. */
const ttlOf = ({ ttlSeconds }: Fields) => Number(ttlSeconds);

function ExtendForm({ publicId }: { publicId: string }) {
  const id = `extend-${publicId}`;
  return (
    <ChangeForm
      className={styles.row}
      onSend={async (fields) => {
        await pageClient.call(extendPastes, { body: { publicIds: [publicId], ttlSeconds: ttlOf(fields) } });
        return noticeMessages.done.extended;
      }}
      problem={describe}
    >
      <label htmlFor={id}>{messages.extendBy}</label>
      <Select id={id} name="ttlSeconds" defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton>{messages.extend}</SubmitButton>
    </ChangeForm>
  );
}

function describe({ status }: ApiProblem): string | null {
  if (status === 404) return noticeMessages.failed.gone;
  return status === 400 ? noticeMessages.failed['not-extended'] : null;
}

/** The form for all chosen pastes, whose checkboxes are in the rows. */
function Several({ chosen, onChanged }: { chosen: readonly ListedPaste[]; onChanged: (sentence: string) => void }) {
  const publicIds = chosen.map(({ publicId }) => publicId);
  const isNone = chosen.length === 0;

  async function change(fields: Fields): Promise<void> {
    const isDeleting = fields.change === 'delete';
    const { changed } = isDeleting
      ? await pageClient.call(deletePastes, { body: { publicIds } })
      : await pageClient.call(extendPastes, { body: { publicIds, ttlSeconds: ttlOf(fields) } });
    if (isDeleting) for (const id of changed) forgetPaste(id);
    const titles = chosen.filter(({ publicId }) => changed.some((id) => id === publicId)).map(nameOf);
    onChanged(naming(noticeMessages.done[isDeleting ? 'several-deleted' : 'several-extended'], titles));
  }

  return (
    <ChangeForm onSend={change} problem={describe} aria-label={messages.several} className={styles.several}>
      <Select name="ttlSeconds" aria-label={messages.extendChosenBy} defaultValue={DEFAULT_EXTENSION} options={extensionOptions()} />
      <SubmitButton name="change" value="extend" disabled={isNone}>
        {messages.extendChosen}
      </SubmitButton>
      <Menu variant="danger" label={messages.deleteChosen}>
        <p>{messages.deleteChosenHint}</p>
        <SubmitButton name="change" value="delete" variant="danger" disabled={isNone}>
          {messages.confirmDelete}
        </SubmitButton>
      </Menu>
    </ChangeForm>
  );
}

/** Names in one sentence; the others are counted. */
const MAX_NAMES = 3;

/** A sentence about pastes, with their titles, each apart from the direction of the others. */
function naming(sentence: string, titles: readonly string[]): string {
  const names = titles.slice(0, MAX_NAMES).map((title) => `\u2068${title}\u2069`);
  const others = titles.length - names.length;
  return `${sentence} ${[...names, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`;
}

const TOOLS: AccountTools = { Change, Several };
