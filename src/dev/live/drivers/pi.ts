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
  setup: ['pi'],
  prompted: (prompt) => ['--approve', ...model, '-p', prompt],
  resumed: (prompt) => ['--approve', ...model, '--continue', '-p', prompt],
  untrusted: (prompt) => [...model, '-p', prompt],
  subagent: null,
  finds: null,
  terminal: {
    words: ['--approve', ...model],
    ready: /stub/u,
    question: /$^/u,
  },
  lacks: {
    subagent: 'it has no subagents of its own',
    'subagent-mail': 'it has no subagents of its own',
    bell: 'it has no way in but a tmux pane',
    plugin: 'there is no plugin for it',
    'permission-asked': 'it asks for no permission',
    'permission-allowed': 'it asks for no permission',
    'permission-refused': 'it asks for no permission',
  },
}
