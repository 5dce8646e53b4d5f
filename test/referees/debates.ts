/**
 * CCCC's debates as its description has them, written from that text alone. The table of message types, "Consensus
 * Building", "Evidence Requirements" and "Round Limits" decide; nothing here comes from the program.
 */
export type Move = {
  readonly who: 'peera' | 'peerb'
  readonly type: 'CLAIM' | 'COUNTER' | 'EVIDENCE' | 'AGREE' | 'CONCEDE' | 'QUERY' | 'RESPONSE' | 'BOGUS'
  /** What it brings: nothing, popularity alone, a reason, or something that can be looked up. */
  readonly backing: 'none' | 'popularity' | 'reason' | 'reference'
}

/** "Response Expected". Consecutive counters are in the configuration, so a counter may answer a counter. */
const answers: Readonly<Record<string, readonly string[]>> = {
  CLAIM: ['COUNTER', 'AGREE'],
  COUNTER: ['EVIDENCE', 'CONCEDE', 'COUNTER'],
  EVIDENCE: ['AGREE', 'COUNTER'],
}
/** They end an exchange, or challenge it: nobody does that to themselves. */
const forOthers = ['COUNTER', 'AGREE', 'CONCEDE']
const types = [
  'CLAIM',
  'COUNTER',
  'EVIDENCE',
  'AGREE',
  'CONCEDE',
  'QUERY',
  'RESPONSE',
  'DIRECTIVE',
  'ESCALATE',
]

/** `max_rounds_per_topic: 5`, `deadlock_threshold: 3`, counters need moderate evidence. */
const [mostRounds, mostCounters] = [5, 3]

export function openReferee() {
  let standing: Move | null = null
  let decided: Move | null = null
  let rounds = 0
  let counters = 0
  let questions = 0

  function allows(move: Move): boolean {
    const { type, who, backing } = move
    if (!types.includes(type)) return false
    // Information is asked for and given at any time; an answer needs a question.
    if (type === 'QUERY') return true
    if (type === 'RESPONSE') return questions > 0
    if (decided !== null) return false
    if (standing === null) return type === 'CLAIM'
    if (!(answers[standing.type] ?? []).includes(type)) return false
    if (forOthers.includes(type) && standing.who === who) return false
    const isModerate = backing === 'reason' || backing === 'reference'
    if (type === 'COUNTER') return isModerate
    // Reasons count beside evidence; popularity and assertions are weak.
    return type === 'EVIDENCE' ? isModerate : true
  }

  return {
    allows,
    /** @returns whether it is delivered */
    take(move: Move): boolean {
      if (!allows(move)) return false
      if (move.type === 'QUERY') questions += 1
      if (move.type === 'QUERY' || move.type === 'RESPONSE') return true
      rounds += 1
      counters = move.type === 'COUNTER' ? counters + 1 : move.type === 'CLAIM' ? counters : 0
      if (move.type === 'AGREE' || move.type === 'CONCEDE') decided = move
      else standing = move
      return true
    },
    /** "Proposal, challenge, evidence, resolution": agreed on, stuck, or going on. */
    verdict(): 'consensus' | 'deadlock' | 'open' {
      if (decided !== null) return 'consensus'
      return counters >= mostCounters || rounds >= mostRounds ? 'deadlock' : 'open'
    },
    rounds: () => rounds,
  }
}
