/** A program that runs a coding agent, and how its sessions and processes are recognised. */
export type Harness = {
  readonly name: string
  /** Environment variables that it sets for every command it runs. */
  readonly markers: readonly string[]
  /** Variables that hold the id of its session, the surest first. Each is a marker too. */
  readonly sessions: readonly string[]
  /** The name of its process: the command-line program, or the script that an interpreter runs. */
  readonly programs: readonly string[]
  /** Editors with an agent of its own: people work in their terminals too, so these count only beside a marker. */
  readonly editors: readonly string[]
  /** Folders of its package, for scripts with an everyday name such as `cli.js`. */
  readonly packages: readonly string[]
  /**
   * The start of the line that a text is typed into, without its frame. `cursor`: that line has no mark of its own, and the
   * cursor is in it. `null`: its terminal program has no such line.
   */
  readonly prompt: RegExp | 'cursor' | null
  /** As much as one hook may answer; what is longer is cut or thrown away. `null`: it has no hooks that take text. */
  readonly hookLimit: { readonly most: number; readonly unit: 'bytes' | 'characters' } | null
  /** Where the markers are documented. */
  readonly page: string
}

const usualHookLimit = { most: 10_000, unit: 'characters' } as const

/**
 * Every coding agent that is recognised. Variables that people set for themselves (keys, models, folders) do not
 * count as markers. Neither does `AGENT`, which other tools use for other things.
 */
export const harnesses: readonly Harness[] = [
  {
    name: 'Claude Code',
    markers: ['CLAUDECODE', 'CLAUDE_CODE_CHILD_SESSION'],
    sessions: ['CLAUDE_SESSION_ID', 'CLAUDE_CODE_SESSION_ID'],
    programs: ['claude'],
    editors: [],
    packages: ['@anthropic-ai/claude-code'],
    prompt: /^[❯>](?=\s|$)/u,
    hookLimit: usualHookLimit,
    page: 'https://code.claude.com/docs/en/env-vars',
  },
  {
    name: 'Codex',
    markers: ['CODEX_CI', 'CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'],
    sessions: ['CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
    programs: ['codex'],
    editors: [],
    packages: ['@openai/codex'],
    prompt: /^›(?=\s|$)/u,
    hookLimit: { most: 10_000, unit: 'bytes' },
    page: 'https://github.com/openai/codex/pull/10096',
  },
  {
    name: 'Gemini CLI',
    markers: ['GEMINI_CLI'],
    sessions: ['GEMINI_SESSION_ID'],
    programs: ['gemini'],
    editors: [],
    packages: ['@google/gemini-cli'],
    prompt: /^[>*](?=\s|$)/u,
    hookLimit: usualHookLimit,
    page: 'https://geminicli.com/docs/tools/shell',
  },
  {
    name: 'Qwen Code',
    markers: ['QWEN_CODE'],
    sessions: [],
    programs: ['qwen'],
    editors: [],
    packages: ['@qwen-code/qwen-code'],
    prompt: /^[>*](?=\s|$)/u,
    hookLimit: usualHookLimit,
    page: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/commands',
  },
  {
    name: 'Cursor',
    markers: ['CURSOR_AGENT'],
    sessions: [],
    // The editor's own agent sets the marker too; its terminals for people do not.
    programs: ['cursor-agent'],
    editors: ['cursor', 'Cursor'],
    packages: ['cursor-agent'],
    prompt: /^[→>](?=\s|$)/u,
    hookLimit: { most: 10_000, unit: 'bytes' },
    page: 'https://forum.cursor.com/t/151935',
  },
  {
    name: 'opencode',
    markers: ['OPENCODE'],
    sessions: ['OPENCODE_SESSION_ID'],
    programs: ['opencode'],
    editors: [],
    packages: ['opencode-ai'],
    prompt: 'cursor',
    hookLimit: usualHookLimit,
    page: 'https://github.com/anomalyco/opencode/issues/1775',
  },
  {
    name: 'Amp',
    markers: [],
    sessions: ['AMP_CURRENT_THREAD_ID'],
    programs: ['amp'],
    editors: [],
    packages: ['@sourcegraph/amp', '@ampcode/cli'],
    prompt: 'cursor',
    hookLimit: null,
    page: 'https://ampcode.com/manual/appendix',
  },
  {
    name: 'Copilot CLI',
    markers: ['COPILOT_CLI'],
    sessions: ['COPILOT_AGENT_SESSION_ID'],
    programs: ['copilot'],
    editors: [],
    packages: ['@github/copilot'],
    prompt: /^[❯>](?=\s|$)/u,
    hookLimit: { most: 10_000, unit: 'bytes' },
    page: 'https://github.com/github/copilot-cli/blob/main/changelog.md',
  },
  {
    name: 'Copilot in VS Code',
    markers: ['COPILOT_AGENT'],
    sessions: [],
    programs: [],
    editors: ['code', 'code-insiders', 'Code', 'Code - Insiders'],
    packages: [],
    prompt: null,
    hookLimit: null,
    page: 'https://github.com/microsoft/vscode/pull/316267',
  },
  {
    name: 'Aider',
    // It marks nothing; a person confirms each command that it runs.
    markers: [],
    sessions: [],
    programs: ['aider'],
    editors: [],
    packages: [],
    prompt: /^[a-z -]{0,30}>(?=\s|$)/u,
    hookLimit: null,
    page: 'https://github.com/Aider-AI/aider/pull/5521',
  },
  {
    name: 'Goose',
    markers: ['GOOSE_TERMINAL'],
    sessions: ['AGENT_SESSION_ID'],
    programs: ['goose'],
    editors: [],
    packages: [],
    prompt: /^(?:\( ?O\))?>(?=\s|$)/u,
    hookLimit: null,
    page: 'https://block.github.io/goose/docs/guides/environment-variables',
  },
  {
    name: 'Crush',
    markers: ['CRUSH'],
    sessions: [],
    programs: ['crush'],
    editors: [],
    packages: ['@charmland/crush'],
    prompt: 'cursor',
    hookLimit: null,
    page: 'https://github.com/charmbracelet/crush/blob/main/internal/shell/shell.go',
  },
  {
    name: 'Cline',
    markers: ['CLINE_ACTIVE'],
    sessions: [],
    programs: ['cline'],
    editors: ['code', 'Code'],
    packages: ['cline'],
    prompt: null,
    hookLimit: null,
    page: 'https://github.com/cline/cline/blob/main/src/hosts/vscode/terminal/VscodeTerminalRegistry.ts',
  },
  {
    name: 'Auggie',
    markers: ['AUGMENT_AGENT'],
    sessions: [],
    programs: ['auggie'],
    editors: [],
    packages: ['@augmentcode/auggie'],
    prompt: 'cursor',
    hookLimit: null,
    page: 'https://docs.augmentcode.com/cli/reference',
  },
  {
    // It marks nothing, as far as its pages say.
    name: 'Kimi Code',
    markers: [],
    sessions: [],
    programs: ['kimi'],
    editors: [],
    packages: ['@moonshot-ai/kimi-code'],
    prompt: null,
    hookLimit: null,
    page: 'https://moonshotai.github.io/kimi-code/en/configuration/env-vars',
  },
  {
    name: 'Pi',
    markers: ['PI_CODING_AGENT'],
    sessions: ['PI_SESSION_ID'],
    programs: ['pi'],
    editors: [],
    packages: ['@mariozechner/pi-coding-agent', '@earendil-works/pi-coding-agent'],
    prompt: 'cursor',
    hookLimit: { most: 10_000, unit: 'bytes' },
    page: 'https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/environment-variables.md',
  },
]
