import { boxes } from '../../../src/domain/delivery.ts'

const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)

/** As the triggers keep it: exact, and as quick for a hundred thousand items as for one. */
const kept = (name: (typeof boxes)[number]) => `items_in(q, ${box(name)})`
const leased = (until: string) =>
  `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_held WHERE d.box = ${box('processing')} AND d.agent_id = q.agent_id AND d.held_until ${until})`
/** Claims whose lease is over: upkeep, and each change of their queue, returns them, so they are few. */
const lapsed = `(${leased('IS NULL')} + ${leased('<= @now')})`
/** Mail with an expiry is counted on request. */
const expiring = `(SELECT count(*) FROM deliveries d INDEXED BY deliveries_expiring WHERE d.box = ${box('unread')} AND d.agent_id = q.agent_id AND d.expires_at > @now)`

/** How many items of the queue `q` are in each state at @now; what a lapsed lease holds is available. */
export const availableItems = `((SELECT coalesce(sum(u.lasting), 0) FROM lasting_unread u WHERE u.agent_id = q.agent_id) + ${expiring} + ${lapsed})`
export const processingItems = `(${kept('processing')} - ${lapsed})`
export const completedItems = kept('completed')
export const failedItems = `(${kept('failed')} + ${kept('dead')})`
