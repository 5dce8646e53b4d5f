// What no command needs while it works: bundled apart, so that hot commands never read it.
export { haakScripts } from './compat-haak.ts'
export { describeAll, describeCommands } from './describe.ts'
export { runDoctor } from './doctor.ts'
export { foldLines } from './fold.ts'
export { commandHelp, globalsHelp, groupHelp, overview } from './help.ts'
export { runSetup } from './setup-command.ts'
export { runTrust } from './trust-command.ts'
export { unknownCommand } from './unknown-command.ts'
