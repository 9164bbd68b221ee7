/** Sending to a real mail server: TLS, passwords, refusals, and servers that hang. */
import { afterEach, expect, it, vi } from 'vitest';
import { MAIL_PASSWORD, MAIL_USER, type MailServer, startMailServer, startSilentServer } from '../testing/mail-server';
import { parseSmtpUrl, type SmtpServer } from './mail-address';
import { createMailSender, type OutgoingMail } from './mail-sender';

const FROM = { name: 'Paste & Co, "Ltd"', address: 'paste@example.org' };
const MAIL: OutgoingMail = {
  to: 'anna@example.net',
  id: 'abc_1',
  createdAt: Date.UTC(2026, 10, 21, 12),
  subject: 'Größe',
  text: 'Hello.\n.\nend\n',
  html: '<p>Hello.</p>\n',
  unsubscribeUrl: 'https://paste.example/end/1',
};

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.splice(0)) await stop();
});

async function start(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
  const server = await startMailServer(...options);
  stops.push(server.stop);
  return server;
}

/** The server as SMTP_URL would name it. */
const at = (url: string): SmtpServer => parseSmtpUrl(url) as SmtpServer;
const plainAt = ({ port }: { port: number }) => at(`smtp://127.0.0.1:${port}?tls=off`);

it('a mail arrives whole, with an id, a date and the headers that end all mails', async () => {
  const server = await start();
  const sender = createMailSender(plainAt(server), FROM);
  expect(await sender.send(MAIL)).toEqual({ kind: 'sent', error: null });
  const [mail] = server.taken;
  expect(mail).toMatchObject({ from: 'paste@example.org', to: 'anna@example.net', isEncrypted: false });
  expect(mail?.headers).toMatchObject({
    from: '"Paste & Co, \\"Ltd\\"" <paste@example.org>',
    to: 'anna@example.net',
    subject: '=?UTF-8?Q?Gr=C3=B6=C3=9Fe?=',
    'message-id': '<abc_1@example.org>',
    date: 'Sat, 21 Nov 2026 12:00:00 +0000',
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': '<https://paste.example/end/1>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  expect(mail?.headers).not.toHaveProperty('x-mailer');
  expect(mail?.parts['text/plain']?.trim()).toBe('Hello.\n.\nend');
  expect(mail?.parts['text/html']?.trim()).toBe('<p>Hello.</p>');
});

it('one click is offered under HTTPS only', async () => {
  const server = await start();
  await createMailSender(plainAt(server), FROM).send({ ...MAIL, unsubscribeUrl: 'http://paste.example/end/1' });
  expect(server.taken[0]?.headers).toHaveProperty('list-unsubscribe');
  expect(server.taken[0]?.headers).not.toHaveProperty('list-unsubscribe-post');
});

it.each([
  ['with STARTTLS', 'smtp', {}],
  ['with TLS from the first byte', 'smtps', { secure: true }],
])('a server %s gets password and mail encrypted, and only with a valid certificate', async (_, scheme, options) => {
  const server = await start(options);
  const url = `${scheme}://${encodeURIComponent(MAIL_USER)}:${encodeURIComponent(MAIL_PASSWORD)}@localhost:${server.port}`;
  const refused = await createMailSender(at(url), FROM).send(MAIL);
  expect(refused).toMatchObject({ kind: 'unavailable', error: expect.stringContaining('self-signed certificate') });
  expect(server.taken).toEqual([]);
  expect(await createMailSender(at(url), FROM, { ca: server.certificate }).send(MAIL)).toEqual({ kind: 'sent', error: null });
  expect(server.taken).toMatchObject([{ isEncrypted: true, user: MAIL_USER }]);
});

it('a server without TLS gets neither password nor mail, unless tls=off says so', async () => {
  const server = await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const user = `${encodeURIComponent(MAIL_USER)}:${encodeURIComponent(MAIL_PASSWORD)}`;
  const seen: string[] = [];
  server.behave(({ at: step }) => void seen.push(step));
  expect(await createMailSender(at(`smtp://${user}@127.0.0.1:${server.port}`), FROM).send(MAIL)).toMatchObject({ kind: 'unavailable' });
  expect(seen).toEqual(['connect']);
  expect(await createMailSender(at(`smtp://${user}@127.0.0.1:${server.port}?tls=off`), FROM).send(MAIL)).toEqual({
    kind: 'sent',
    error: null,
  });
});

it.each([
  ['to', '550 5.1.1 <anna@example.net>: Recipient address rejected: User unknown', 'gone'],
  ['to', '554 5.7.1 <anna@example.net>: Relay access denied', 'refused'],
  ['to', '450 4.2.0 <anna@example.net>: Greylisted', 'failed'],
  ['data', '554 5.6.0 No, thank you', 'refused'],
  ['data', '452 4.3.1 Disk full', 'failed'],
  ['data', '421 4.3.2 Shutting down', 'unavailable'],
  ['from', '553 5.7.1 Sender refused', 'unavailable'],
  ['connect', '554 5.7.1 No service for you', 'unavailable'],
  ['auth', '535 5.7.8 Wrong password', 'unavailable'],
] as const)('a refusal at %s with %s counts as %s, without any address', async (step, reply, kind) => {
  const server = await start({ allowInsecureAuth: true });
  server.behave(({ at: now }) => (now === step ? reply : undefined));
  const url = `smtp://${encodeURIComponent(MAIL_USER)}:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${server.port}?tls=off`;
  const outcome = await createMailSender(at(url), FROM).send(MAIL);
  expect(outcome).toMatchObject({ kind, error: expect.stringContaining(reply.slice(0, 3)) });
  expect(JSON.stringify(outcome)).not.toMatch(/@|p%40ss|p@ss/);
});

it('a missing, silent or dripping server ends an attempt in time, without a mail', async () => {
  const silent = await startSilentServer();
  const dripping = await startSilentServer((socket) => {
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  stops.push(silent.stop, dripping.stop);
  const gone = await startSilentServer();
  await gone.stop();
  for (const { port } of [silent, dripping, gone])
    expect(await createMailSender(plainAt({ port }), FROM, { timeoutMs: 200 }).send(MAIL)).toMatchObject({ kind: 'unavailable' });
  await vi.waitFor(() => expect([...silent.sockets, ...dripping.sockets].every(({ destroyed }) => destroyed)).toBe(true));
});

it('the check says what is wrong with the server, and sends nothing', async () => {
  const server = await start({ allowInsecureAuth: true });
  const url = (password: string) => at(`smtp://${encodeURIComponent(MAIL_USER)}:${password}@127.0.0.1:${server.port}?tls=off`);
  await createMailSender(url(encodeURIComponent(MAIL_PASSWORD)), FROM).check(2_000);
  await expect(createMailSender(url('wrong'), FROM).check(2_000)).rejects.toThrow(/535/);
  expect(server.taken).toEqual([]);
});
