import { join } from 'node:path'
import { asText, type Driver } from '../driver.ts'

const model = ['--provider', 'stub', '--model', 'stub']

/** `--approve` trusts the project, without which Pi loads nothing of it. */
export const pi: Driver = {
  name: 'Pi',
  package: '@earendil-works/pi-coding-agent',
  program: 'pi',
  installed: '.bin/pi',
  node: '22.19',
  variables: () => ({ PI_OFFLINE: '1' }),
  files: ({ home, url }) => ({
    [join(home, '.pi/agent/models.json')]: asText({
      providers: {
        stub: {
          baseUrl: `${url}/v1`,
          api: 'openai-completions',
          apiKey: 'fake',
          models: [{ id: 'stub', contextWindow: 128_000, maxTokens: 4096 }],
        },
      },
    }),
  }),
  tells: null,
  setup: ['pi'],
  prompted: (prompt) => ['--approve', ...model, '-p', prompt],
  resumed: (prompt) => ['--approve', ...model, '--continue', '-p', prompt],
  untrusted: (prompt) => [...model, '-p', prompt],
  subagent: null,
  finds: null,
  asksQuestion: null,
  elicits: null,
  terminal: {
    words: ['--approve', ...model],
    ready: /stub/u,
    question: /$^/u,
    clears: '/new',
    compacts: '/compact',
  },
  lacks: {
    subagent: 'it has no subagents of its own',
    'subagent-mail': 'it has no subagents of its own',
    'subagent-asks': 'it has no subagents of its own',
    idle: 'our extension tells no hook that it sits idle',
    'turn-failed': 'our extension tells no hook that a turn failed',
    question: 'our extension tells no hook of its questions',
    elicitation: 'our extension tells no hook of such a question',
    compacted: 'our extension tells no hook that it has compacted',
    bell: 'it has no way in but a tmux pane',
    plugin: 'there is no plugin for it',
    'permission-asked': 'it asks for no permission',
    'permission-allowed': 'it asks for no permission',
    'permission-refused': 'it asks for no permission',
  },
}
