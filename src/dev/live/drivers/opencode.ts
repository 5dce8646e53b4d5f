import { join } from 'node:path'
import { asText, type Driver } from '../driver.ts'

export const opencode: Driver = {
  name: 'opencode',
  package: 'opencode-ai',
  program: 'opencode',
  installed: `opencode-${process.platform}-${process.arch}/bin/opencode`,
  variables: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
  files: ({ home, url }) => ({
    [join(home, '.config/opencode/opencode.json')]: asText({
      autoupdate: false,
      model: 'stub/stub',
      permission: { bash: { '*': 'allow', 'rm *': 'ask' } },
      provider: {
        stub: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'fake' },
          models: { stub: {} },
        },
      },
    }),
  }),
  tells: null,
  setup: ['opencode'],
  prompted: (prompt) => ['run', prompt],
  resumed: (prompt) => ['run', '--continue', prompt],
  subagent: (prompt) => ({
    tool: '^task$',
    args: { description: 'A helper', prompt, subagent_type: 'general' },
  }),
  finds: null,
  asksQuestion: null,
  elicits: null,
  terminal: {
    words: [],
    ready: /Ask anything/u,
    question: /Permission required/u,
    clears: '/new',
    compacts: '/compact',
  },
  lacks: {
    idle: 'our plugin tells no hook that it sits idle',
    'turn-failed': 'our plugin tells no hook that a turn failed',
    question: 'our plugin tells no hook of its questions',
    elicitation: 'our plugin tells no hook of such a question',
    compacted: 'our plugin tells no hook that it has compacted',
    bell: 'it has no way in but a tmux pane',
    plugin: 'there is no plugin for it',
    'untrusted-hooks': 'it runs the plugins of every project',
  },
}
