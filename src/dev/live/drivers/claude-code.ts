import { join } from 'node:path'
import { asText, type Driver, whichParser } from '../driver.ts'

/** Claude Code asks once whether a key may be used, and remembers its last letters. */
const key = `sk-ant-${'0'.repeat(24)}`

export const claudeCode: Driver = {
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  program: 'claude',
  installed: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  variables: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
  files: ({ home, project, worktree }) => ({
    [join(home, '.claude.json')]: asText({
      hasCompletedOnboarding: true,
      // It tells after a minute that it sits idle: here as soon as it looks.
      messageIdleNotifThresholdMs: 1_000,
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: Object.fromEntries(
        [project, worktree].map((folder) => [folder, { hasTrustDialogAccepted: true }]),
      ),
    }),
  }),
  tells: {
    file: '.claude/settings.json',
    events: [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'PostToolUseFailure',
      'Notification',
      'SubagentStart',
      'SubagentStop',
      'Stop',
      'StopFailure',
      'PreCompact',
      'SessionEnd',
    ],
  },
  setup: ['claude', '--permissions'],
  prompted: (prompt) => ['-p', prompt, '--allowedTools', 'Bash,mcp__watchpost'],
  resumed: (prompt) => ['--continue', '-p', prompt, '--allowedTools', 'Bash,mcp__watchpost'],
  subagent: (prompt) => ({
    tool: '^(?:Agent|Task)$',
    args: { description: 'A helper', prompt, subagent_type: 'general-purpose' },
  }),
  finds: (tool) => ({ tool: '^ToolSearch$', args: { query: `select:${tool}` } }),
  asksQuestion: { tool: '^AskUserQuestion$', args: { questions: [whichParser] } },
  elicits: {
    adds: (words) => ['mcp', 'add', '--scope', 'user', 'asker', '--', ...words],
    allowed: ['--allowedTools', 'mcp__asker'],
    step: { tool: '^mcp__asker__ask$', unlisted: 'mcp__asker__ask' },
  },
  plugin: (folder) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'install', 'watchpost@watchpost', '--scope', 'local'],
  ],
  terminal: {
    words: ['--permission-mode', 'default'],
    ready: /^❯/u,
    question: /Do you want to proceed/u,
    clears: '/clear',
    compacts: '/compact',
  },
  lacks: { 'untrusted-hooks': 'it runs the hooks of a folder that is trusted' },
}
