import { describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration } from './configuration.ts';

const tool = { id: 'abc', name: 'Báo cáo ABC', url: 'https://tool.example/' };
const secret = 'x'.repeat(32);

const toolsOf = (tools: unknown, secrets = '') =>
  loadConfiguration({ REPORTING_TOOLS: JSON.stringify(tools), REPORTING_TOOL_SECRETS: secrets })
    .reportingTools;

describe('reporting tools', () => {
  it('return to their own URL unless they list others, and create no links without a secret', () => {
    expect(toolsOf([tool])).toEqual([{ ...tool, returnAddresses: [tool.url], secret: null }]);
    const returnAddresses = [
      'https://tool.example/back?from=sc',
      'http://localhost:9000/back',
      'http://tool.localhost:9000/back',
      'http://127.0.0.2:9000/back',
    ];
    expect(toolsOf([{ ...tool, returnAddresses }], ` abc:${secret} `)).toEqual([
      { ...tool, returnAddresses, secret },
    ]);
  });

  it('contain the sandbox tool in demo mode, and none otherwise', () => {
    const [demo] = loadConfiguration({ SANDBOX_PORT: '4100' }).reportingTools;
    expect(demo?.url).toBe('http://localhost:4100/reporting-tool');
    expect(loadConfiguration({ DEMO: '0' }).reportingTools).toEqual([]);
    expect(loadConfiguration({ REPORTING_TOOLS: '[]' }).reportingTools).toEqual([]);
  });

  it.each([
    [[{ ...tool, id: 'A B' }], '', /"A B"/],
    [[tool, tool], '', /twice/],
    [[{ ...tool, name: '' }], '', /documented fields/],
    [[{ ...tool, url: 'http://tool.example/' }], '', /http:\/\/tool\.example/],
    [[{ ...tool, url: 'javascript:alert(1)' }], '', /javascript/],
    [[{ ...tool, returnAddresses: ['https://u:p@tool.example/'] }], '', /abc/],
    [[{ ...tool, returnAddresses: ['https://tool.example/#'] }], '', /abc/],
    [[{ ...tool, returnAddresses: ['//tool.example/'] }], '', /abc/],
    [[{ ...tool, returnAddresses: [] }], '', /documented fields/],
    [[tool], 'other:xxxxxxxx', /REPORTING_TOOL_SECRETS: entry 1/],
    [[tool], 'abc:short-secret', /32 characters/],
  ])('are refused with a reason: %j', (tools, secrets, message) => {
    expect(() => toolsOf(tools, secrets)).toThrow(ConfigurationError);
    expect(() => toolsOf(tools, secrets)).toThrow(message);
  });

  it('never include a secret in a message', () => {
    expect(() => toolsOf([tool], 'abc:short-secret')).not.toThrow(/short-secret/);
  });
});
