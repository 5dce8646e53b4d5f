import { attentionReasons } from '../../domain/attention.ts'
import type { Context } from '../context.ts'
import { callerConcerns } from './callers.ts'
import { debateConcerns } from './debates.ts'
import { loopConcerns } from './loops.ts'
import { mailConcerns } from './mail.ts'
import { pastDueConcerns } from './past-due.ts'
import { peerConcerns } from './peers.ts'
import { agentConcerns, queueConcerns } from './swarm.ts'
import { unhookedConcerns } from './unhooked.ts'
import { workConcerns } from './work.ts'

/** What needs a person now, the gravest reason first. Each part asks an index: counts cost the same in a store of any size. */
export async function concernsNow(context: Context) {
  const parts = [
    mailConcerns,
    debateConcerns,
    agentConcerns,
    unhookedConcerns,
    callerConcerns,
    workConcerns,
    peerConcerns,
    queueConcerns,
    loopConcerns,
    pastDueConcerns,
  ]
  const concerns = (await Promise.all(parts.map((part) => part(context)))).flat()
  return attentionReasons.flatMap((reason) =>
    concerns.filter(({ why, count }) => why === reason && count > 0),
  )
}
