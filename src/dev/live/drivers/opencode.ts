import { join } from 'node:path'
import { asText, type Driver } from '../driver.ts'

const noHooks = 'no hook of Watchpost runs in it'
const noSetup = 'Watchpost has no setup for it'

export const opencode: Driver = {
  name: 'opencode',
  package: 'opencode-ai',
  program: 'opencode',
  installed: `opencode-${process.platform}-${process.arch}/bin/opencode`,
  variables: () => ({
    ...{ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
    // In place of `setup`.
    WATCHPOST_DEFAULT_AGENT: 'worker',
  }),
  files: ({ home, url }) => ({
    [join(home, '.config/opencode/opencode.json')]: asText({
      autoupdate: false,
      model: 'stub/stub',
      provider: {
        stub: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'fake' },
          models: { stub: {} },
        },
      },
      mcp: {
        watchpost: {
          ...{ type: 'local', command: ['watchpost', 'mcp'] },
          environment: { WATCHPOST_DEFAULT_AGENT: 'worker' },
        },
      },
    }),
  }),
  setup: null,
  prompted: (prompt) => ['run', prompt],
  resumed: (prompt) => ['run', '--continue', prompt],
  subagent: null,
  finds: null,
  terminal: null,
  lacks: {
    ...{ start: noHooks, prompt: noHooks, bell: noHooks, tool: noHooks, stop: noHooks, resume: noHooks },
    ...{
      subagent: noHooks,
      'subagent-mail': noHooks,
      'two-sessions': noHooks,
      'two-agents': noHooks,
      worktree: noHooks,
    },
    ...{ 'permission-asked': noHooks, 'permission-allowed': noHooks, 'permission-refused': noHooks },
    ...{ 'broken-store': noHooks, 'untrusted-hooks': noHooks, plugin: 'there is no plugin for it' },
    ...{ 'setup-twice': noSetup, remove: noSetup },
  },
}
