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
  /** The files by which its folder is known, where the format reads files of other names, too. */
  readonly knownBy?: RegExp
}

export const systems: readonly System[] = [
  {
    ...{ format: 'gastown', name: 'Gas Town and beads', knownBy: /(?:^|\/)issues\.jsonl$/u },
    ...{ inProject: ['.beads'], inHome: ['gt/.beads'] },
  },
  {
    ...{ format: 'cccc', name: 'CCCC (mailbox)' },
    ...{ inProject: ['.cccc/mailbox'], inHome: [] },
  },
  {
    ...{ format: 'haak', name: 'HAAK' },
    ...{ inProject: ['data', 'agent-mailbox.jsonl'], inHome: [] },
  },
  {
    ...{ format: 'adr003', name: 'ADR-003' },
    ...{ inProject: ['workspace/mailboxes', 'mailboxes'], inHome: [] },
  },
  {
    ...{ format: 'claude-teams', name: 'Claude Code teams' },
    ...{ inProject: ['.claude/teams'], inHome: ['.claude/teams'] },
  },
]
