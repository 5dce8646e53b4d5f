import { join } from 'node:path'
import { asText, type Driver } from '../driver.ts'

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
      customApiKeyResponses: { approved: [key.slice(-20)], rejected: [] },
      projects: Object.fromEntries(
        [project, worktree].map((folder) => [folder, { hasTrustDialogAccepted: true }]),
      ),
    }),
  }),
  setup: ['claude', '--permissions'],
  prompted: (prompt) => ['-p', prompt, '--allowedTools', 'Bash,mcp__watchpost'],
  resumed: (prompt) => ['--continue', '-p', prompt, '--allowedTools', 'Bash,mcp__watchpost'],
  subagent: (prompt) => ({
    tool: '^(?:Agent|Task)$',
    args: { description: 'A helper', prompt, subagent_type: 'general-purpose' },
  }),
  finds: (tool) => ({ tool: '^ToolSearch$', args: { query: `select:${tool}` } }),
  plugin: (folder) => [
    ['plugin', 'marketplace', 'add', folder],
    ['plugin', 'install', 'watchpost@watchpost', '--scope', 'local'],
  ],
  terminal: { words: ['--permission-mode', 'default'], ready: /^❯/u, question: /Do you want to proceed/u },
  lacks: { 'untrusted-hooks': 'it runs the hooks of a folder that is trusted' },
}
