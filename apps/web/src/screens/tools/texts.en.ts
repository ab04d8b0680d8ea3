import type { ToolsTexts } from './texts.vi.ts';

export const en: ToolsTexts = {
  title: 'Reporting tools',
  intro:
    'Take the figures to Google Sheets, Excel, Looker Studio, Power BI or another tool. They are the same everywhere.',
  failed: 'The list of accesses could not be loaded.',

  download: {
    title: 'Download a file',
    intro: 'In an Excel file order numbers stay as they are; a CSV file opens everywhere.',
    format: 'Format',
    formats: { xlsx: 'Excel (XLSX)', csv: 'CSV', parquet: 'Parquet' },
    dataSet: 'Data set',
    period: 'Period',
    days: (days) => `Last ${days} days`,
    allDays: 'Has no days',
    do: 'Download',
    file: (dataSet, day, format) => `${dataSet}-${day}.${format}`,
    noData: 'The list of data sets could not be loaded.',
  },

  access: {
    title: 'Who has access',
    intro:
      'Whoever has the secret or the link sees the team’s figures, so give it only to what you trust.',
    none: 'Nothing has access yet',
    noneWhy: 'Make an access for your reporting tool, or a CSV link for Google Sheets.',
    list: (count) => (count === 1 ? '1 access' : `${count} accesses`),
    tool: 'Tool',
    link: (dataSet) => `CSV link: ${dataSet}`,
    made: (when, by) => (by === null ? `Made ${when}` : `${by} made it ${when}`),
    used: (when) => `last used ${when}`,
    neverUsed: 'never used',
    ends: (when) => `Ends on ${when}`,
    ended: (when) => `Ended on ${when}`,
    login: (login) => `Login: ${login}`,
    newTool: 'Give access',
    newLink: 'Make a CSV link',
    revoke: 'Revoke',
    revokeOf: (name) => `Revoke “${name}”`,
    revoked: (name) => `“${name}” was revoked`,
  },

  create: {
    tool: 'Give access to a reporting tool',
    toolText: 'The tool will read all figures of the team, and can change nothing.',
    link: 'Make a CSV link',
    linkText:
      'Google Sheets reads it with the function IMPORTDATA. Whoever has the link reads the chosen data set.',
    name: 'Name',
    nameHelp: 'So that you know later where it is used, such as “Power BI of accounting”.',
    life: 'Lasts',
    days: (days) => `${days} days`,
    endless: 'Without an end',
    make: 'Make it',
    cancel: 'Do not make it',
  },

  made: {
    title: 'Made. Copy it now',
    once: 'The secret is shown this once. If it is lost, revoke it and make a new one.',
    secret: 'Secret',
    login: 'Login',
    odata: 'OData address (Excel, Power BI)',
    query: 'Query address',
    url: 'CSV link',
    formula: 'Formula for Google Sheets',
    copy: (what) => `Copy: ${what}`,
    copied: 'Copied',
    notCopied: 'The browser did not allow that. Please select it and copy it by hand.',
    done: 'I have copied it',
  },

  lookerStudio: {
    title: 'Looker Studio',
    intro: 'Build reports of your own in Looker Studio with the connector of Seller Connect.',
    steps: [
      'Give access above, and copy the secret.',
      'Open the connector, sign in to Google, and paste the secret where Looker Studio asks for a key.',
      'Choose a data set and begin your report.',
    ],
    open: 'Open the connector',
  },

  revoke: {
    title: (name) => `Revoke “${name}”?`,
    text: 'Whatever uses it stops getting figures at once. This cannot be undone.',
    keep: 'Keep it',
  },
};
