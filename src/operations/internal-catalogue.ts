import { boxEntry } from './boxes/entry.ts'
import { boxPage } from './boxes/page.ts'
import { sentFromDraft } from './boxes/sent-from-draft.ts'
import { wireIds } from './boxes/wire-ids.ts'
import { findDraft } from './drafts/find.ts'
import { noteArrived } from './interswarm/arrived.ts'
import { dueParcels } from './interswarm/due.ts'
import { dueSwarms } from './interswarm/due-swarms.ts'
import { followUp } from './interswarm/follow-up.ts'
import { postponeParcel } from './interswarm/postpone.ts'
import { prepareParcel } from './interswarm/prepare.ts'
import { returnParcel } from './interswarm/return-parcel.ts'
import { takeParcel } from './interswarm/take-parcel.ts'
import { waitingParcels } from './interswarm/waiting-parcels.ts'
import { followMailbox } from './mail/follow-mailbox.ts'
import { newestMessage } from './mail/newest.ts'
import { madePlaces } from './places/made.ts'
import { placeMaker } from './places/maker.ts'
import { findAgent } from './roster/find.ts'
import { kindsOf } from './roster/kinds.ts'
import { peopleKinds } from './roster/people-kinds.ts'
import { gauges } from './statistics/gauges.ts'
import { announce } from './swarms/announce.ts'
import { appointSupervisors, hasSupervisor, soleSupervisor } from './swarms/appoint.ts'
import { listEntrypoints } from './swarms/entrypoints.ts'
import { forgetVolatile } from './swarms/forget-volatile.ts'
import { loadDefinition } from './swarms/load-definition.ts'
import { lookAtSwarm } from './swarms/look-at.ts'
import { registerSwarmBy } from './swarms/register-by.ts'
import { showDefinition } from './swarms/show-definition.ts'
import { answerIn } from './tasks/answer.ts'
import { cancelTask } from './tasks/cancel.ts'
import { clientStanding } from './tasks/client-standing.ts'
import { clientTask } from './tasks/client-task.ts'
import { clientTasks } from './tasks/client-tasks.ts'
import { resolveEntrypoint } from './tasks/entrypoint.ts'
import { findOwnTask } from './tasks/find-own.ts'
import { followTask } from './tasks/follow.ts'
import { followed } from './tasks/followed.ts'
import { lookAfterTasks } from './tasks/look-after.ts'
import { noteFollowed } from './tasks/note-followed.ts'
import { taskOwner } from './tasks/owner.ts'
import { tellTask } from './tasks/tell.ts'
import { tellTasks } from './tasks/tell-all.ts'
import { taskTraffic } from './tasks/traffic.ts'
import { waitsForOwner } from './tasks/waits-for.ts'
import { writeInTask } from './tasks/write.ts'
import { findWritten } from './tasks/written.ts'
import { tokenHolder } from './tokens/holder.ts'

/** Operations for the server only, in addition to the catalogue. No command line lists them. */
export const internalCatalogue = {
  announce,
  answerIn,
  appointSupervisors,
  boxEntry,
  boxPage,
  cancelTask,
  clientStanding,
  clientTask,
  clientTasks,
  dueParcels,
  dueSwarms,
  findAgent,
  findDraft,
  findOwnTask,
  findWritten,
  followMailbox,
  followTask,
  followUp,
  followed,
  forgetVolatile,
  gauges,
  listEntrypoints,
  loadDefinition,
  lookAfterTasks,
  lookAtSwarm,
  newestMessage,
  noteArrived,
  noteFollowed,
  postponeParcel,
  prepareParcel,
  registerSwarmBy,
  resolveEntrypoint,
  returnParcel,
  showDefinition,
  soleSupervisor,
  hasSupervisor,
  kindsOf,
  peopleKinds,
  madePlaces,
  placeMaker,
  sentFromDraft,
  takeParcel,
  taskOwner,
  taskTraffic,
  tellTask,
  tellTasks,
  tokenHolder,
  waitingParcels,
  waitsForOwner,
  wireIds,
  writeInTask,
} as const
