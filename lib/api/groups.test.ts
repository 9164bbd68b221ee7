/** Pastes that belong together: what their owner sees of that, and who else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { engines } from '../testing/test-database';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const all = at('/api/v1/pastes');
const paste = at('/api/v1/pastes/:publicId');
const receipt = at('/api/v1/pastes/:publicId/receipt');

const GROUP = { group: 'group-1', label: 'Anna\nB.' };

describe.each(engines)('a group on %s', (engine) => {
  let services: Awaited<ReturnType<typeof openTestServices>>;
  let headers: { 'X-Api-Key': string };
  beforeAll(async () => {
    services = await openTestServices({}, engine);
    headers = { 'X-Api-Key': await services.keyOf('carla') };
  });
  afterAll(() => services.end());

  const create = async (more: object, sent: Record<string, string> = headers) => {
    const { body, status } = await send(all, { json: { content: 'x', burnAfterRead: true, protect: true, ...more }, headers: sent });
    return { status, body, ...(body as { publicId: string; manageToken: string }) };
  };

  it('group and label are in the owner’s list, and in no response to a reader', async () => {
    const { publicId, manageToken } = await create(GROUP);
    const { publicId: alone } = await create({ group: 'other' });
    const { pastes } = (await send(all, { headers })).body as { pastes: { publicId: string }[] };
    expect(pastes.find((each) => each.publicId === publicId)).toMatchObject(GROUP);
    expect(pastes.find((each) => each.publicId === alone)).not.toHaveProperty('label');
    const told = await send(receipt, { params: { publicId }, headers: { 'X-Service-Manage-Token': manageToken } });
    const read = await send(paste, { params: { publicId } });
    expect([told.status, read.status, `${told.text}${read.text}`]).toEqual([200, 200, expect.not.stringMatching(/Anna|group/)]);
  });

  it('the label outlives the paste, in the owner’s list of receipts', async () => {
    const { publicId } = await create(GROUP);
    await send(paste, { params: { publicId } });
    const [user] = await services.db.read("SELECT id FROM users WHERE name = 'carla'");
    const ended = await services.receipts.listEnded({ userId: Number(user?.id) } as never, 100);
    expect(ended.find((each) => each.publicId === publicId)).toMatchObject({ ...GROUP, state: 'opened' });
  });

  it('nothing of a group is stored in clear, and without an account nothing at all', async () => {
    await create(GROUP);
    const { publicId } = await create(GROUP, {});
    const rows = await services.db.read('SELECT group_sealed, owner_id FROM pastes');
    for (const { group_sealed, owner_id } of rows) {
      expect(group_sealed === null).toBe(owner_id === null);
      expect(Buffer.from((group_sealed as Uint8Array | null) ?? []).toString('latin1')).not.toMatch(/Anna|group/);
    }
    expect(publicId).toBeTruthy();
  });

  it.each([
    [{ label: 'Anna' }, 'label'],
    [{ group: 'a b' }, 'group'],
    [{ group: 'a'.repeat(65) }, 'group'],
    [{ ...GROUP, label: 'a'.repeat(256) }, 'label'],
  ])('a create with %j is refused by the name of the field', async (fields, path) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { details: [{ path: [path] }] } });
  });
});
