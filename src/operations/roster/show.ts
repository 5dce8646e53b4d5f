import { requireAgent } from '../../services/lookup.ts'
import { standingReservations } from '../../services/reservations/standing.ts'
import { reservationValue } from '../../services/reservations/value.ts'
import { approvalValue, bellValue, nudgeValue } from '../../services/roster/agent-value.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { sessionsOf } from '../../services/sessions/shown.ts'
import { operation } from '../operation.ts'

const [mostNudges, mostBells, mostApprovals] = [5, 5, 5]

export const showAgent = operation({
  summary:
    'Show an agent: role, tags, state, unread mail, nudges, bells, decisions, reservations, sessions and work',
  access: 'read',
  unregistered: true,
  input: { agent: whoField },
  value: 'shownAgent',
  async run(context, { agent }) {
    const known = await requireAgent(context, agent)
    const { log, bells: rung, requests } = context.store
    const [nudges, bells, approvals, held, sessions, value] = await Promise.all([
      log.nudges(known.address, mostNudges),
      rung.list(known.address, mostBells),
      requests.approvals(known.address, mostApprovals),
      standingReservations(context, null),
      sessionsOf(context, known.address),
      agentNow(context, known),
    ])
    const reservations = held.filter((one) => one.agent === known.address).map(reservationValue)
    return {
      ...value,
      nudges: nudges.map(nudgeValue),
      bells: bells.map(bellValue),
      approvals: approvals.map(approvalValue),
      reservations,
      sessions,
    }
  },
})
