import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as render } from '@evertdespiegeleer/go-template';
import { validate as deployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment';
import { validate as configMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap';
import { validate as service } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service';
import { validate as ingress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress';
import { validate as networkPolicy } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy';
import { validate as disruptionBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget';
import { maxFileBytes } from '@seller-connect/contract/file-limits';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../../../../..');
const folder = join(root, 'deploy/chart');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const validators = new Map([
  ['apps/v1 Deployment', deployment],
  ['v1 ConfigMap', configMap],
  ['v1 Service', service],
  ['networking.k8s.io/v1 Ingress', ingress],
  ['networking.k8s.io/v1 NetworkPolicy', networkPolicy],
  ['policy/v1 PodDisruptionBudget', disruptionBudget],
]);
const Manifest = Type.Object({
  apiVersion: Type.String(),
  kind: Type.String(),
  metadata: Type.Object({ name: Type.String() }),
});
const Workload = Type.Object({
  metadata: Type.Object({ name: Type.String() }),
  spec: Type.Object({
    template: Type.Object({
      metadata: Type.Object({ labels: Type.Record(Type.String(), Type.String()) }),
      spec: Type.Object({
        automountServiceAccountToken: Type.Literal(false),
        securityContext: Type.Object({
          runAsNonRoot: Type.Literal(true),
          runAsUser: Type.Literal(65532),
          seccompProfile: Type.Object({ type: Type.Literal('RuntimeDefault') }),
        }),
        containers: Type.Array(
          Type.Object({
            image: Type.String(),
            securityContext: Type.Object({
              readOnlyRootFilesystem: Type.Literal(true),
              allowPrivilegeEscalation: Type.Literal(false),
              capabilities: Type.Object({ drop: Type.Tuple([Type.Literal('ALL')]) }),
            }),
            env: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
            livenessProbe: Type.Object({
              httpGet: Type.Object({ path: Type.Literal('/healthz') }),
            }),
            readinessProbe: Type.Object({
              httpGet: Type.Object({ path: Type.Literal('/readyz') }),
            }),
          }),
        ),
      }),
    }),
  }),
});

const values = Type.Record(Type.String(), Type.Unknown());

/** Renders all templates as Helm does, with changes to the values. */
async function renderChart(changes: Static<typeof values> = {}): Promise<unknown[]> {
  const files = ['_labels.tpl', 'settings.yaml', 'workloads.yaml', 'network.yaml'];
  const template = files.map((name) => read(`templates/${name}`)).join('\n');
  const text = await render(template, {
    Release: { Name: 'shop', Namespace: 'default' },
    Chart: parse(read('Chart.yaml')),
    Values: { ...Value.Parse(values, parse(read('values.yaml'))), ...changes },
  });
  return parseAllDocuments(text, { strict: true, uniqueKeys: true }).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const manifest: unknown = document.toJS();
    return manifest === null ? [] : [manifest];
  });
}

const titleOf = (manifest: unknown) => {
  const { apiVersion, kind, metadata } = Value.Parse(Manifest, manifest);
  return { type: `${apiVersion} ${kind}`, name: metadata.name };
};

it('renders manifests that Kubernetes accepts', async () => {
  const manifests = await renderChart();
  expect(
    manifests
      .map(titleOf)
      .map(({ type, name }) => `${type} ${name}`)
      .toSorted(),
  ).toEqual([
    'apps/v1 Deployment shop-identity',
    'apps/v1 Deployment shop-web',
    'apps/v1 Deployment shop-worker',
    'networking.k8s.io/v1 Ingress shop',
    'networking.k8s.io/v1 NetworkPolicy shop',
    'policy/v1 PodDisruptionBudget shop-identity',
    'policy/v1 PodDisruptionBudget shop-web',
    'v1 ConfigMap shop',
    'v1 Service shop-identity',
    'v1 Service shop-web',
  ]);
  for (const manifest of manifests) {
    const { type, name } = titleOf(manifest);
    const validate = validators.get(type);
    if (!validate) throw new Error(`There is no schema of ${type}`);
    const isValid = validate(manifest);
    expect({ type, name, errors: isValid ? null : Reflect.get(validate, 'errors') }).toEqual({
      type,
      name,
      errors: null,
    });
  }
});

it('schemas reject an invalid manifest', async () => {
  const [workload] = (await renderChart()).filter(
    (each) => titleOf(each).type === 'apps/v1 Deployment',
  );
  expect(deployment(workload)).toBe(true);
  const text = JSON.stringify(workload);
  expect(deployment(JSON.parse(text.replace('"replicas":2', '"replicas":"two"')))).toBe(false);
  expect(deployment(JSON.parse(text.replace('"selector"', '"selektor"')))).toBe(false);
});

it('runs every process unprivileged, with its roles and health checks', async () => {
  const workloads = (await renderChart())
    .filter((each) => titleOf(each).type === 'apps/v1 Deployment')
    .map((each) => Value.Parse(Workload, each));
  const roles = workloads.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ env }) =>
      env.filter(({ name }) => name === 'ROLES').map(({ value }) => value),
    ),
  );
  expect(roles.toSorted()).toEqual(['identity', 'web,api', 'worker']);
  for (const { metadata, spec } of workloads) {
    const { labels } = spec.template.metadata;
    expect(`shop-${labels['app.kubernetes.io/component']}`).toBe(metadata.name);
  }
});

it('lets files of the maximum size through the ingress', async () => {
  const found = (await renderChart()).find((each) => titleOf(each).type.endsWith('Ingress'));
  const annotation = 'nginx.ingress.kubernetes.io/proxy-body-size';
  expect(found).toMatchObject({
    metadata: { annotations: { [annotation]: `${maxFileBytes / 1024 / 1024}m` } },
  });
});

it('quotes settings, and omits the ingress on request', async () => {
  const manifests = await renderChart({
    settings: { BRAND_PRESET: '{"id": "a: b"}', WORKER_CONCURRENCY: 8 },
    ingress: { enabled: false },
  });
  const Settings = Type.Object({ data: Type.Record(Type.String(), Type.String()) });
  const settings = manifests.find((each) => titleOf(each).type === 'v1 ConfigMap');
  expect(Value.Parse(Settings, settings).data).toEqual({
    BRAND_PRESET: '{"id": "a: b"}',
    WORKER_CONCURRENCY: '8',
  });
  expect(manifests.map(titleOf).filter(({ type }) => type.endsWith('Ingress'))).toEqual([]);
});

it('names the version of the product in chart, values and compose.yaml', () => {
  const { version } = Value.Parse(
    Type.Object({ version: Type.String() }),
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const chart: unknown = parse(read('Chart.yaml'));
  expect(chart).toMatchObject({ version, appVersion: version });
  expect(parse(read('values.yaml'))).toMatchObject({ image: { tag: version } });
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
  expect(compose).toContain(`image: localhost/seller-connect:${version}`);
});
