import { join } from 'node:path'
import { asText, type Driver, whichParser } from '../driver.ts'

export const qwenCode: Driver = {
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  program: 'qwen',
  installed: '.bin/qwen',
  variables: ({ url }) => ({
    OPENAI_API_KEY: 'fake',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'stub',
  }),
  files: ({ home }) => ({
    [join(home, '.qwen/settings.json')]: asText({
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  tells: {
    file: '.qwen/settings.json',
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'PostToolUseFailure',
      'Notification',
      'Stop',
      'StopFailure',
      'PreCompact',
      'SessionEnd',
    ],
  },
  setup: ['qwen'],
  prompted: (prompt) => ['--approval-mode', 'yolo', '-p', prompt],
  resumed: (prompt) => ['--approval-mode', 'yolo', '--continue', '-p', prompt],
  subagent: (prompt) => ({
    tool: '^(?:agent|task)$',
    args: { description: 'A helper', prompt, subagent_type: 'general-purpose' },
  }),
  finds: (tool) => ({ tool: '^tool_search$', args: { query: `select:${tool}` } }),
  asksQuestion: {
    tool: '^ask_user_question$',
    unlisted: 'ask_user_question',
    args: { questions: [whichParser] },
  },
  elicits: null,
  terminal: {
    words: ['--approval-mode', 'default'],
    ready: /^> {3}Type your message/u,
    question: /Allow execution|Do you want/u,
    clears: '/clear',
    compacts: '/compress',
  },
  lacks: {
    elicitation: 'it tells no hook of such a question',
    plugin: 'there is no plugin for it',
    'untrusted-hooks': 'it runs the hooks of a folder that is trusted',
  },
}
