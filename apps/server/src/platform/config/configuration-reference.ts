import { Environment } from './environment.ts';

/** Renders the documentation of all settings from the schema that parses them. */
export function renderConfigurationReference(): string {
  const rows = Object.entries(Environment.properties).map(([name, schema]) => {
    const description = descriptionOf(schema);
    const defaultValue = 'default' in schema ? `\`${String(schema.default)}\`` : '';
    return `| \`${name}\` | ${defaultValue} | ${description} |`;
  });
  return `# Configuration

Environment variables configure the server; an empty one counts as absent. An invalid value stops the program with a
message that names the variable. This page is generated from \`apps/server/src/platform/config/environment.ts\`.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function descriptionOf(schema: object): string {
  return 'description' in schema && typeof schema.description === 'string'
    ? schema.description
    : '';
}
