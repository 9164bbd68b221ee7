/**
 * The Helm chart, rendered by helm itself and held to the schemas of Kubernetes: `kubernetes-models` checks values, and the
 * compiler with `kubernetes-types` names of fields, which a schema lets pass.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../lib/config/config-variables';
import { lint, parse, type Resource, root, template } from './helm';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const MANY = ['-f', 'deploy/helm/values-many.yaml'];
const SECRET = ['--set', 'secret.MASTER_KEY=key-of-this-test', '--set-string', 'secret.METRICS_TOKEN=0123456789012345'];
const DIGEST = `sha256:${'0'.repeat(64)}`;
const VARIANTS: Record<string, string[]> = {
  'one node': SECRET,
  'one node with a secret of its own': ['--set', 'existingSecret=own', '--set', 'storage.data.storageClassName=local-path'],
  'many pods': MANY,
  'many pods that stop before the new ones start': [...MANY, '--set', 'updateStrategy=Recreate', '--set', 'backups.enabled=false'],
  'neither ingress nor policy': [...SECRET, '--set', 'ingress.enabled=false', '--set', 'networkPolicy.enabled=false'],
  'a key for backups': [...SECRET, '--set', 'backups.key=age1test'],
  'fields of the cluster': [...MANY, '--set', 'pod.nodeSelector.disk=fast', '--set', 'ingress.className=nginx'],
};
const rendered = Object.entries(VARIANTS).map(([name, options]) => [name, parse(template(...options))] as const);
const resources = (name: string): Resource[] => rendered.find(([one]) => one === name)?.[1] ?? [];
const all = (name: string, kind: string) => resources(name).filter((one) => one.kind === kind);

const require = createRequire(import.meta.url);
type Model = new (data: unknown) => { validate(): void };

/** @throws Error that says what the schema of its kind doesn't allow */
function validate(resource: Resource): void {
  const models = require(`kubernetes-models/${resource.apiVersion}/${resource.kind}`) as Record<string, Model>;
  const Model = models[resource.kind] as Model;
  new Model(resource).validate();
}

/** @returns the compiler's errors: fields that there are none of, missing ones, and values of another type */
function typeErrors(list: readonly Resource[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-helm-'));
  try {
    symlinkSync(join(root, 'e2e/helm/node_modules'), join(folder, 'node_modules'));
    const lines = list.map((resource, index) => {
      const [group = '', version = group] = resource.apiVersion.replace(/\.k8s\.io(?=\/)/, '').split('/');
      const module = resource.apiVersion === 'v1' ? 'core/v1' : `${group}/${version}`;
      return `import type { ${resource.kind} as T${index} } from 'kubernetes-types/${module}';
export const r${index}: T${index} = ${JSON.stringify(resource)};`;
    });
    writeFileSync(join(folder, 'resources.ts'), lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...options, 'resources.ts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The template of a resource's pods; undefined for one without. */
const podOf = ({ kind, spec }: Resource) => (kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template);
const podsOf = (list: readonly Resource[]) => list.map(podOf).filter((pod) => pod !== undefined);
const hasAll = (labels: Record<string, string>, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

describe.each(rendered)('the chart for %s', (_, list) => {
  it('the schemas of Kubernetes allow each resource', () => {
    expect(list.length).toBeGreaterThan(2);
    for (const resource of list) validate(resource);
  });

  it('its pods have a read-only root, no token of the API and no rights', () => {
    const pods = podsOf(list);
    expect(pods.length).toBeGreaterThan(0);
    for (const { spec } of pods) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      for (const { securityContext, resources, volumeMounts } of spec.containers) {
        expect(securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
        expect(resources.limits.memory).toMatch(/^\d+Mi$/);
        expect(volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)).toContain('/tmp');
      }
    }
  });

  it('each selector finds pods, and each variable exists', () => {
    const labels = podsOf(list).map(({ metadata }) => metadata.labels);
    for (const { kind, spec } of list) {
      const wanted = kind === 'Service' ? spec.selector : (spec?.selector?.matchLabels ?? spec?.podSelector?.matchLabels);
      if (wanted) expect(labels.some((one) => hasAll(one, wanted))).toBe(true);
    }
    const known = Object.keys(VARIABLES);
    const named = list.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData }));
    const inPods = podsOf(list).flatMap(({ spec }) =>
      spec.containers.flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name)),
    );
    for (const name of [...named, ...inPods]) expect(known).toContain(name);
  });

  it('web and worker are given time to start, and ended when they hang', () => {
    const containers = podsOf(list).flatMap(({ spec }) => spec.containers);
    for (const { startupProbe, livenessProbe, readinessProbe } of containers.filter((one) => one.name !== 'backup')) {
      expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThan(600);
      expect([startupProbe, livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz']);
      expect(readinessProbe.httpGet.path).toBe('/readyz');
    }
  });
});

it('no resource has a field that there is none of', () => {
  expect(typeErrors(rendered.flatMap(([, list]) => list))).toBe('');
});

it('the schemas refuse a wrong value, and a field that there is none of', () => {
  const [good] = all('many pods', 'Deployment') as [Resource];
  const bad = structuredClone(good);
  bad.spec.replicas = '2';
  expect(() => validate(bad)).toThrow(/replicas must be integer/);
  const misspelt = structuredClone(good);
  misspelt.spec.template.spec.containers[0].startupProb = {};
  expect(typeErrors([misspelt])).toContain('startupProb');
});

it('helm finds nothing to complain about', () => {
  expect(lint(...SECRET)).toContain('0 chart(s) failed');
  expect(lint(...MANY)).toContain('0 chart(s) failed');
});

it('one node is one pod with a volume for the data and one for the backups', () => {
  const [set] = all('one node', 'StatefulSet');
  expect(set?.spec).toMatchObject({
    replicas: 1,
    volumeClaimTemplates: [{ metadata: { name: 'backups' } }, { metadata: { name: 'data' } }],
  });
  const [web, worker] = set?.spec.template.spec.containers ?? [];
  expect([web.image, worker.command]).toEqual([`sealpaste:${version}`, ['node', 'dist/worker.js']]);
  expect(worker.env).toContainEqual({ name: 'BACKUP_INTERVAL_HOURS', value: '24' });
  for (const container of [web, worker])
    expect(container.volumeMounts).toEqual([
      { name: 'data', mountPath: '/data' },
      { name: 'backups', mountPath: '/data/backups' },
      { name: 'tmp', mountPath: '/tmp' },
    ]);
  expect(all('one node', 'Secret')[0]?.stringData).toEqual({ MASTER_KEY: 'key-of-this-test', METRICS_TOKEN: '0123456789012345' });
  expect(JSON.stringify(resources('one node').filter(({ kind }) => kind !== 'Secret'))).not.toContain('key-of-this-test');
});

it('backups are encrypted under the public key that the values have', () => {
  expect(all('a key for backups', 'ConfigMap')[0]?.data).toMatchObject({ BACKUP_KEY: 'age1test' });
  expect(all('one node', 'ConfigMap')[0]?.data).not.toHaveProperty('BACKUP_KEY');
});

it('many pods are replaced one by one, from an image by digest, and backed up', () => {
  const deployments = all('many pods', 'Deployment');
  expect(deployments.map(({ spec }) => [spec.replicas, spec.strategy])).toEqual(
    Array(2).fill([2, { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } }]),
  );
  const pods = podsOf(resources('many pods'));
  expect(pods).toHaveLength(3);
  for (const { spec } of pods) {
    expect(spec.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(spec.containers[0].image).toBe(`registry.example.org/sealpaste@${DIGEST}`);
    expect(spec.containers[0].envFrom).toEqual([{ secretRef: { name: 'sealpaste' } }, { configMapRef: { name: 'sealpaste' } }]);
  }
  expect(all('many pods', 'CronJob')[0]?.spec.schedule).toBe('17 3 * * *');
  expect(all('many pods', 'Secret')).toEqual([]);
  const stopped = 'many pods that stop before the new ones start';
  expect(all(stopped, 'Deployment').map(({ spec }) => spec.strategy)).toEqual([{ type: 'Recreate' }, { type: 'Recreate' }]);
  expect(all(stopped, 'CronJob')).toEqual([]);
});

it('pods reach what the values name and public addresses, and nothing else', () => {
  const [policy] = all('many pods', 'NetworkPolicy');
  const rules = ((policy?.spec.egress ?? []) as { to?: object[]; ports?: { port: number }[] }[]).slice(2);
  expect(rules.map(({ to, ports }) => [JSON.stringify(to).match(/databases|sign-in|10\.20\.30\.40/)?.[0], ports?.[0]?.port])).toEqual([
    ['databases', 5432],
    ['sign-in', 443],
    ['databases', 6379],
    ['10.20.30.40', 443],
  ]);
  const [one] = all('one node', 'NetworkPolicy');
  expect(one?.spec.egress).toHaveLength(2);
  for (const { spec } of [policy, one] as Resource[]) {
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(spec.egress[1].to[0].ipBlock.except).toContain('169.254.0.0/16');
  }
});

it.each([
  [[], 'set existingSecret, or secret.MASTER_KEY'],
  [[...SECRET, '--set', 'database=postgresql'], 'set secret.DATABASE_URL'],
  [[...SECRET, '--set', 'web.replicas=2'], 'SQLite is for one pod'],
  [[...SECRET, '--set', 'database=mysql'], 'expected sqlite or postgresql'],
])('helm refuses values that can not work: %j', (options, sentence) => {
  expect(() => template(...options)).toThrow(sentence);
});

it('the chart has the version of the package', () => {
  expect(readFileSync(join(root, 'deploy/helm/Chart.yaml'), 'utf8')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
});
