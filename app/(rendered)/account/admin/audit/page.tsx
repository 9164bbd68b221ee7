import { Audit } from '#components/admin/audit';
import { presentEntry } from '#lib/audit/audit.presenter';
import { ACTOR_KINDS, AUDIT_ACTIONS } from '#lib/audit/audit.rules';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { adminMetadata, adminPage } from '../admin-page';
import { ROWS_PER_PAGE, textOf, turnsOf } from '../load-admin';

export const generateMetadata = adminMetadata('audit');

export default adminPage('audit', async ({ query }) => {
  const { audit, accounts, config } = await services();
  const asked = { action: textOf(query.action), actor: textOf(query.actor), user: textOf(query.user), object: textOf(query.object) };
  const before = textOf(query.before);
  // No user has the id 0, so an unknown name finds nothing.
  const userId = asked.user === '' ? undefined : await accounts.idOf(asked.user).catch(() => 0);
  const filter = {
    action: AUDIT_ACTIONS.find((action) => action === asked.action),
    actor: ACTOR_KINDS.find((actor) => actor === asked.actor),
    userId,
    objectId: asked.object === '' ? undefined : asked.object,
  };
  const { entries, next } = await audit.list(filter, ROWS_PER_PAGE, before).catch(failPage);
  return (
    <Audit
      entries={entries.map((entry) => ({ ...presentEntry(entry), objectName: entry.objectName }))}
      query={asked}
      keptDays={config.AUDIT_DAYS}
      turns={turnsOf('audit', asked, 'before', before, next)}
    />
  );
});
