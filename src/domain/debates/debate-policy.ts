import type { Strength } from './evidence.ts'

/** CCCC's settings for debates. */
export type DebatePolicy = {
  /** The share of the participants that must agree. */
  readonly consensusThreshold: number
  /** Once these rounds have passed without consensus, the debate is deadlocked. */
  readonly mostRounds: number
  /** This many counters in a row, without evidence or a concession, are a deadlock too. */
  readonly deadlockThreshold: number
  readonly evidence: {
    readonly forClaims: 'optional' | 'required'
    readonly forCounters: 'optional' | 'required'
    /** The minimum strength of required evidence. */
    readonly minimumStrength: Strength
  }
  /** Whether the foreman, the auxiliary and the human are notified of a deadlock. */
  readonly escalateOnDeadlock: boolean
  /** People are notified of debates on these topics from the start. */
  readonly escalateTopics: readonly string[]
}

export const defaultDebatePolicy: DebatePolicy = {
  consensusThreshold: 0.8,
  mostRounds: 5,
  deadlockThreshold: 3,
  evidence: { forClaims: 'optional', forCounters: 'optional', minimumStrength: 'moderate' },
  escalateOnDeadlock: true,
  escalateTopics: [],
}

/** The policy's topics that a debate concerns: a whole word of its subject, its task or one of its tags. */
export function escalatingTopics(
  {
    subject,
    tags,
    task,
  }: { readonly subject: string; readonly tags: readonly string[]; readonly task: string | null },
  policy: DebatePolicy,
): readonly string[] {
  const texts = [subject, ...tags, task ?? ''].map((text) => ` ${plain(text)} `)
  return policy.escalateTopics.filter((topic) => {
    const words = plain(topic)
    return words !== '' && texts.some((text) => text.includes(` ${words} `))
  })
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
