import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Reporting tools',
  intro:
    'Use your data in Google Sheets, Excel, Looker Studio, Power BI, or another tool. The numbers are the same everywhere.',
  failed: 'Couldn’t load report access.',

  download: {
    title: 'Download a file',
    intro: 'Excel files keep order numbers intact. CSV files open in any tool.',
    format: 'Format',
    formats: { xlsx: 'Excel (XLSX)', csv: 'CSV', parquet: 'Parquet' },
    dataSet: 'Data set',
    period: 'Period',
    days: (days) => `Last ${days} days`,
    allDays: 'Not by day',
    do: 'Download',
    file: (dataSet, day, format) => `${dataSet}-${day}.${format}`,
    noData: 'Couldn’t load data sets.',
  },

  access: {
    title: 'Who has access',
    intro:
      'Anyone with a secret or link can see your team’s data. Share it only with tools you trust.',
    none: 'No access created yet',
    noneWhy: 'Create access for your reporting tool, or a CSV link for Google Sheets.',
    list: (count) => pluralize(count, 'tool or link', 'tools and links'),
    tool: 'Tool',
    assistant: (host) => `AI assistant by ${host}`,
    link: (dataSet) => `CSV link: ${dataSet}`,
    made: (when, by) => (by === null ? `Created ${when}` : `Created by ${by} ${when}`),
    used: (when) => `last used ${when}`,
    neverUsed: 'never used',
    ends: (when) => `Expires on ${when}`,
    ended: (when) => `Expired on ${when}`,
    login: (login) => `Login: ${login}`,
    newTool: 'Create access',
    newLink: 'Create CSV link',
    revoke: 'Revoke',
    revokeOf: (name) => `Revoke “${name}”`,
    revoked: (name) => `“${name}” revoked`,
  },

  create: {
    tool: 'Create access for a reporting tool',
    toolText: 'The tool can read all of your team’s data, but can’t change anything.',
    link: 'Create CSV link',
    linkText:
      'Google Sheets reads it with the IMPORTDATA function. Anyone with the link can read the selected data set.',
    name: 'Name',
    nameHelp: 'So you know where it’s used later, such as “Accounting Power BI.”',
    life: 'Expiration',
    days: (days) => `${days} days`,
    endless: 'No expiration',
    make: 'Create',
  },

  made: {
    title: 'Created. Copy it now',
    once: 'The secret is shown only once. If you lose it, revoke it and create a new one.',
    secret: 'Secret',
    login: 'Login',
    odata: 'OData URL (Excel, Power BI)',
    query: 'Query URL',
    url: 'CSV link',
    formula: 'Google Sheets formula',
  },

  lookerStudio: {
    title: 'Looker Studio',
    intro: 'Build your own reports in Looker Studio with the Seller Connect connector.',
    steps: [
      'Create access above and copy the secret.',
      'Open the connector, sign in to Google, and paste the secret when Looker Studio asks for a key.',
      'Choose a data set and start building your report.',
    ],
    open: 'Open connector',
  },

  assistants: {
    title: 'AI assistants',
    intro:
      'Ask Claude, ChatGPT, or another assistant about your data. The numbers always come from the report.',
    address: 'MCP server URL',
    steps: [
      'Copy the URL above.',
      'In the assistant, add a connector or an MCP server (HTTP) with this URL.',
      'Sign in and allow access when the assistant opens a Seller Connect page. If it asks for a bearer token instead, create access above and paste the secret.',
    ],
    rights:
      'The assistant can only read your team’s reports and can’t change anything. Revoke it under “Who has access” to stop it immediately.',
  },

  revoke: {
    title: (name) => `Revoke “${name}”?`,
    text: 'Anything using it stops getting data immediately. This can’t be undone.',
    keep: 'Keep',
  },
};

export const texts = language === 'en' ? en : vi;
