/** The owner of a paste for one mailbox sees for whom it is, and what became of the codes. */
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { releaseMessages } from '#components/messages/release';
import { json, serve, status } from '#components/testing/fake-server';
import { RecipientPanel } from './release-panel';

const ID = 'a'.repeat(24);
const WAITING = `GET /api/v1/pastes/${ID}/waiting`;
const messages = releaseMessages.mailed;
const claim = (state: string) => ({
  since: new Date().toISOString(),
  client: 'Firefox, Windows',
  expiresAt: new Date().toISOString(),
  state,
});
const found = (...claims: object[]) => json({ waiting: [], approvals: null, recipient: { address: 'carla@example.org', claims } });

it('the panel names the address, and says that the mail server takes no mail for it', async () => {
  serve({ [WAITING]: found(claim('undeliverable')) });
  render(<RecipientPanel publicId={ID} credential={null} />);
  expect(await screen.findByText(messages.address('carla@example.org'))).toBeVisible();
  expect(screen.getByText(messages.states.undeliverable)).toBeVisible();
});

it('the panel says that nobody has opened the link yet', async () => {
  serve({ [WAITING]: found() });
  render(<RecipientPanel publicId={ID} credential={null} />);
  expect(await screen.findByText(messages.none)).toBeVisible();
});

it('somebody who may not look sees nothing of it', async () => {
  const server = serve({ [WAITING]: status(401, {}, { error: 'Unauthorized', code: 'unauthorized' }) });
  render(<RecipientPanel publicId={ID} credential={null} />);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(messages.heading)).not.toBeInTheDocument());
});
