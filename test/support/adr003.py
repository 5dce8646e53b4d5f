"""A program that follows ADR-003: the parts of its MailboxManager that touch files, as the record spells them."""
import json
import sys
import uuid
from datetime import datetime
from enum import Enum
from pathlib import Path


class MessageType(Enum):
    REQUEST = "request"
    RESPONSE = "response"
    NOTIFICATION = "notification"
    HANDOFF = "handoff"
    ESCALATION = "escalation"


class MessagePriority(Enum):
    LOW = 1
    NORMAL = 2
    HIGH = 3
    URGENT = 4


class MessageStatus(Enum):
    UNREAD = "unread"
    READ = "read"
    PROCESSING = "processing"
    COMPLETED = "completed"
    ARCHIVED = "archived"
    FAILED = "failed"


TIMES = ("created_at", "expires_at", "read_at", "completed_at")


def from_dict(data):
    message = dict(data)
    message["type"] = MessageType(data["type"])
    message["priority"] = MessagePriority(data["priority"])
    message["status"] = MessageStatus(data.get("status", "unread"))
    for name in TIMES:
        message[name] = datetime.fromisoformat(data[name]) if data.get(name) else None
    return message


def to_dict(message):
    data = dict(message)
    for name in ("type", "priority", "status"):
        data[name] = message[name].value
    for name in TIMES:
        data[name] = message[name].isoformat() if message[name] else None
    return data


class Manager:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.messages = {}
        for agent_dir in self.folder.iterdir():
            inbox = agent_dir / "inbox"
            if inbox.exists():
                for file in inbox.glob("MSG-*.json"):
                    with open(file) as f:
                        message = from_dict(json.load(f))
                    self.messages[message["id"]] = message

    def box(self, agent, name):
        folder = self.folder / agent.replace("/", "_").replace("\\", "_") / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def save(self, message):
        path = self.box(message["to_agent"], "inbox") / f"{message['id']}.json"
        temporary = path.with_suffix(".json.tmp")
        with open(temporary, "w") as f:
            json.dump(to_dict(message), f, indent=2)
        temporary.rename(path)

    def send(self, from_agent, to_agent, subject, body):
        message = {
            "id": f"MSG-{uuid.uuid4().hex[:12]}", "from_agent": from_agent, "to_agent": to_agent,
            "swarm_name": None, "type": MessageType.REQUEST, "subject": subject, "body": body, "payload": {},
            "priority": MessagePriority.HIGH, "created_at": datetime.now(), "expires_at": None,
            "status": MessageStatus.UNREAD, "read_at": None, "completed_at": None, "reply_to": None,
            "thread_id": None, "context": {}, "attachments": [], "tags": [],
        }
        self.messages[message["id"]] = message
        self.save(message)
        return message["id"]

    def check(self, agent):
        now = datetime.now()
        return sorted(
            (m for m in self.messages.values()
             if m["to_agent"] == agent and m["status"] == MessageStatus.UNREAD
             and (not m["expires_at"] or m["expires_at"] > now)),
            key=lambda m: (-m["priority"].value, m["created_at"]),
        )

    def read(self, message_id):
        message = self.messages[message_id]
        message["status"] = MessageStatus.READ
        message["read_at"] = datetime.now()
        self.save(message)

    def complete(self, message_id):
        message = self.messages[message_id]
        message["completed_at"] = datetime.now()
        (self.box(message["to_agent"], "inbox") / f"{message_id}.json").unlink()
        message["status"] = MessageStatus.ARCHIVED
        with open(self.box(message["to_agent"], "archive") / f"{message_id}.json", "w") as f:
            json.dump(to_dict(message), f, indent=2)


folder, command, *words = sys.argv[1:]
manager = Manager(folder)
if command == "check":
    print(json.dumps([to_dict(m) for m in manager.check(words[0])]))
elif command == "send":
    print(json.dumps(manager.send(*words)))
else:
    print(json.dumps(getattr(manager, command)(words[0])))
