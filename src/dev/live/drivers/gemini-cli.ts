import { join } from 'node:path'
import { asText, type Driver, whichParser } from '../driver.ts'

const words = ['-m', 'gemini-2.5-pro', '--approval-mode', 'yolo']

export const geminiCli: Driver = {
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  program: 'gemini',
  installed: '.bin/gemini',
  variables: ({ url }) => ({ GEMINI_API_KEY: 'fake', GOOGLE_GEMINI_BASE_URL: url }),
  files: ({ home, project, worktree }) => ({
    [join(home, '.gemini/settings.json')]: asText({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
    }),
    [join(home, '.gemini/trustedFolders.json')]: asText({
      [project]: 'TRUST_FOLDER',
      [worktree]: 'TRUST_FOLDER',
    }),
  }),
  tells: {
    file: '.gemini/settings.json',
    events: [
      'SessionStart',
      'BeforeAgent',
      'BeforeTool',
      'AfterTool',
      'AfterAgent',
      'Notification',
      'PreCompress',
      'SessionEnd',
    ],
  },
  setup: ['gemini'],
  prompted: (prompt) => [...words, '-p', prompt],
  resumed: (prompt) => [...words, '--resume', 'latest', '-p', prompt],
  subagent: (prompt) => ({ tool: '^invoke_agent$', args: { agent_name: 'generalist', prompt } }),
  finds: null,
  asksQuestion: { tool: '^ask_user$', args: { questions: [{ ...whichParser, type: 'choice' }] } },
  elicits: null,
  terminal: {
    words: ['-m', 'gemini-2.5-pro'],
    ready: /^ > {3}Type your message/u,
    question: /Allow execution/u,
    clears: '/clear',
    compacts: '/compress',
  },
  lacks: {
    compacted: 'it tells no hook that it has compacted',
    idle: 'it tells no hook that it sits idle',
    'turn-failed': 'it tells no hook that a turn failed',
    elicitation: 'it tells no hook of such a question',
    bell: 'it has no way in but a tmux pane',
    'permission-allowed': 'its hooks cannot decide',
    'permission-refused': 'its hooks cannot decide',
    plugin: 'there is no plugin for it',
    'untrusted-hooks': 'it runs the hooks of a folder that is trusted',
  },
}
