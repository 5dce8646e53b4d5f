import { join } from 'node:path'
import type { Driver } from '../driver.ts'

const sandbox = '--dangerously-bypass-approvals-and-sandbox'
const trusted = ['exec', '--dangerously-bypass-hook-trust', sandbox]

export const codex: Driver = {
  name: 'Codex',
  package: '@openai/codex',
  program: 'codex',
  installed: '.bin/codex',
  variables: () => ({ STUB_KEY: 'fake' }),
  files: ({ home, bin, project, worktree, url }) => ({
    [join(home, '.codex/config.toml')]: [
      'model = "stub"',
      'model_provider = "stub"',
      'check_for_update_on_startup = false',
      '',
      '[model_providers.stub]',
      'name = "stub"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "STUB_KEY"',
      '',
      '[analytics]',
      'enabled = false',
      '',
      ...[project, worktree].flatMap((folder) => [`[projects."${folder}"]`, 'trust_level = "trusted"', '']),
    ].join('\n'),
    // Its commands run in a login shell, which reads the PATH here.
    [join(home, '.profile')]: `PATH="${bin}:$PATH"\n`,
  }),
  tells: {
    file: '.codex/hooks.json',
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'Stop',
      'PreCompact',
      'SessionEnd',
    ],
  },
  setup: ['codex'],
  prompted: (prompt) => [...trusted, prompt],
  resumed: (prompt) => [...trusted, 'resume', '--last', prompt],
  subagent: (prompt) => ({ tool: 'spawn_agent$', args: { message: prompt } }),
  finds: null,
  asksQuestion: null,
  elicits: null,
  plugin: (folder) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'add', 'watchpost@watchpost'],
  ],
  untrusted: (prompt) => ['exec', sandbox, prompt],
  terminal: {
    words: ['--dangerously-bypass-hook-trust', '-a', 'on-request', '-s', 'workspace-write'],
    ready: /^› /u,
    question: /Would you like to run/u,
    clears: '/clear',
    compacts: '/compact',
    asks: { sandbox_permissions: 'require_escalated', justification: 'As the script says' },
  },
  lacks: {
    idle: 'it tells no hook that it sits idle',
    'turn-failed': 'it tells no hook that a turn failed',
    question: 'it tells no hook of its questions',
    elicitation: 'it tells no hook of such a question',
  },
}
