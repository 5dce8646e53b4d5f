import type { Priority } from '../priority.ts'

export type Triage = {
  readonly category: 'emergency' | 'failed' | 'blocked' | 'decision' | 'lifecycle' | 'other'
  readonly severity: 'critical' | 'high' | 'medium'
  /** The owners of a HELP, in the order in which they are tried. */
  readonly route: readonly string[]
  readonly priority: Priority
}

const rules: readonly (readonly [RegExp, Triage])[] = [
  [
    /\b(?:security|vulnerab\w*|breach\w*|data (?:loss|corruption)|corrupt\w*|secrets?|credentials?|emergency|outage)\b/iu,
    { category: 'emergency', severity: 'critical', route: ['human'], priority: 'urgent' },
  ],
  [
    /\b(?:blocked|stuck|merge conflicts?|conflict\w*|cannot (?:proceed|continue)|can't (?:proceed|continue)|deadlock\w*|waiting (?:for|on))\b/iu,
    { category: 'blocked', severity: 'high', route: ['mayor/', 'deacon/'], priority: 'high' },
  ],
  [
    /\b(?:zombie|session (?:dead|died|ended)|dead session|respawn\w*|orphan\w*|lifecycle|hung)\b/iu,
    {
      category: 'lifecycle',
      severity: 'medium',
      route: ['{rig}/witness', 'deacon/', 'mayor/'],
      priority: 'normal',
    },
  ],
  [
    /\b(?:fail(?:s|ed|ing|ures?)?|crash\w*|panic\w*|broken|errors?)\b/iu,
    { category: 'failed', severity: 'high', route: ['deacon/', 'mayor/'], priority: 'high' },
  ],
  [
    /\b(?:decision|decide|which (?:one|way|option)|should (?:i|we)|approval|clarif\w*|unclear|ambiguous)\b/iu,
    { category: 'decision', severity: 'medium', route: ['deacon/', 'mayor/'], priority: 'normal' },
  ],
]

/** The recipient and priority of a HELP, by its content (Gas Town). Without a hint it goes to the mayor. */
export function triageHelp(topic: string, problem: string): Triage {
  const text = `${topic}\n${problem}`
  const found = rules.find(([words]) => words.test(text))
  return (
    found?.[1] ?? { category: 'other', severity: 'medium', route: ['mayor/', 'deacon/'], priority: 'normal' }
  )
}
