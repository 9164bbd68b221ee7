import { Health } from '#components/admin/health';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { MAX_COUNTED } from '#lib/operations/doctor/health';
import { adminMetadata, adminPage } from '../admin-page';

export const generateMetadata = adminMetadata('health');

export default adminPage('health', async () => {
  const { health, version } = await services();
  const { engine, checks, backlog } = await health().catch(failPage);
  const versions = { sealpaste: version, node: process.version, database: engine };
  return <Health health={{ checks, backlog, maxCounted: MAX_COUNTED, versions }} />;
});
