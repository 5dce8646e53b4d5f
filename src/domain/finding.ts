/** The possible problems of a store. */
export const findingWords = [
  'permissions',
  'owner',
  'moved',
  'clock',
  'settings',
  'unreadable',
  'database-lost',
  'disk-full',
  'network-filesystem',
  'newer-version',
  'older-version',
  'upgrade-backup',
  'damaged-page',
  'rows-lost',
  'index-wrong',
  'count-wrong',
  'index-missing',
  'trigger-missing',
  'table-missing',
  'text-index',
  'body-lost',
  'body-orphan',
  'cold-lost',
  'copy-without-message',
  'copy-lost',
  'signal-empty',
  'log-changed',
  'log-begun',
  'notify-failed',
  'past-due',
] as const
export type FindingWord = (typeof findingWords)[number]

/** `damage`: mail is lost, wrong, or may be missed. `advice`: it works, and yet is not as it should be. */
export const severities = ['damage', 'advice'] as const
export type Severity = (typeof severities)[number]

export type Finding = {
  readonly finding: FindingWord
  readonly severity: Severity
  readonly where: string
  readonly why: string
  /** The repair. */
  readonly mend: string
  readonly mended: boolean
}

/** How far a log is sealed, and how many changes come after that. */
export type SealedLog = {
  readonly head: string | null
  readonly unsealed: number
  /** The head of the store that it was copied from, where its rows could not stay as they were. */
  readonly copiedFrom: string | null
}

/** The result of an examination. */
export type Examination = {
  readonly store: string
  /** `null` where it could not be read. */
  readonly log: SealedLog | null
  /** No damage is left. */
  readonly sound: boolean
  readonly findings: readonly Finding[]
}

export function examinationOf(
  store: string,
  findings: readonly Finding[],
  log: SealedLog | null,
): Examination {
  const sound = findings.every(({ severity, mended }) => severity === 'advice' || mended)
  return { store, log, sound, findings }
}
