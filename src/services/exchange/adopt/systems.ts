import type { FormatName } from '../../../formats/format.ts'

/** A system whose mail people have, and where it is looked for. A path of a file looks for that file. */
export type System = {
  readonly format: FormatName
  /** What people call it. */
  readonly name: string
  readonly inProject: readonly string[]
  readonly inHome: readonly string[]
  /** An environment variable that names the place, before those in the home folder. */
  readonly variable?: string
  /** A file that is found stands for the folder that it is in. */
  readonly isFolderOfFile?: true
  /** The files by which its folder is known, where the format reads files of other names, too. */
  readonly knownBy?: RegExp
}

export const systems: readonly System[] = [
  {
    format: 'gastown',
    name: 'Gas Town and beads',
    knownBy: /(?:^|\/)issues\.jsonl$/u,
    inProject: ['.beads'],
    inHome: ['gt/.beads'],
  },
  {
    format: 'cccc',
    name: 'CCCC (mailbox)',
    inProject: ['.cccc/mailbox'],
    inHome: [],
  },
  {
    format: 'cccc-ledger',
    name: 'CCCC (groups)',
    variable: 'CCCC_HOME',
    inProject: ['.cccc'],
    inHome: ['.cccc'],
  },
  {
    format: 'haak',
    name: 'HAAK',
    isFolderOfFile: true,
    inProject: ['data', 'agent-mailbox.jsonl'],
    inHome: [],
  },
  {
    format: 'adr003',
    name: 'ADR-003',
    inProject: ['workspace/mailboxes', 'mailboxes'],
    inHome: [],
  },
  {
    format: 'claude-teams',
    name: 'Claude Code teams',
    variable: 'CLAUDE_CONFIG_DIR',
    inProject: ['.claude/teams'],
    inHome: ['.claude/teams'],
  },
  {
    format: 'agent-mail',
    name: 'MCP Agent Mail',
    variable: 'STORAGE_ROOT',
    inProject: ['storage.sqlite3'],
    inHome: ['mcp_agent_mail/storage.sqlite3', '.mcp_agent_mail_git_mailbox_repo'],
  },
  {
    format: 'hcom',
    name: 'hcom',
    variable: 'HCOM_DIR',
    inProject: ['.hcom'],
    inHome: ['.hcom'],
  },
]
