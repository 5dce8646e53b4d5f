// Rarely used code, bundled apart so that frequent commands never load it.
export { haakScripts } from './compat-haak.ts'
export { runDescribe } from './describe-command.ts'
export { runDoctor } from './doctor.ts'
export { runRestore } from './restore-command.ts'
export { requireTool, runSetupCheck } from './setup-check.ts'
export { runSetup } from './setup-command.ts'
export { runTrust } from './trust-command.ts'
export { unknownCommand } from './unknown-command.ts'
