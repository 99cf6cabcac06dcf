// Made by scripts/gen-i18n-types.mjs from locales/en; run `npm run codegen` after a change.
import "i18next";

export interface Resources {
  accounts: {
    "id": "ID (e-mail)",
    "email": "E-mail",
    "name": "Name",
    "passwordAgain": "Password again",
    "newPassword": "New password",
    "referral": "Invitation code",
    "code": "Verification code",
    "login": {
      "title": "Log in",
      "lead": "Your earnings are where you left them.",
      "leadBack": "Log in to continue to the page you opened.",
      "empty": "Please enter your ID and password.",
      "forgot": "Forgot your password?",
      "newHere": "New here?"
    },
    "join": {
      "title": "Create an account",
      "lead": "It is free. You need an e-mail address and, later, a channel of your own.",
      "known": "Already have an account?",
      "passwordHint": "{{min}} to {{max}} characters",
      "nameHint": "{{min}} to {{max}} letters and digits, shown to you and your team",
      "invited": "I have an invitation code",
      "terms": "By signing up you agree to the <terms>terms</terms> and the <policy>privacy policy</policy>.",
      "invitedBy": "Invited by {{name}}",
      "codeHint": "{{length}} letters and digits, from your friend's link"
    },
    "joined": {
      "title": "Welcome, {{name}}",
      "lead": "Your account is ready. One step is left: confirm that {{email}} is yours.",
      "next": "Confirm e-mail"
    },
    "verify": {
      "title": "Confirm your e-mail",
      "lead": "We will send a code to {{email}}.",
      "leadSent": "The code is on its way to {{email}}. Check your spam folder too.",
      "loginFirst": "Please log in first, so that we know which e-mail to confirm.",
      "send": "Send the code",
      "sent": "The verification code was sent.",
      "confirm": "Confirm",
      "done": "Your e-mail is confirmed.",
      "timeLeft": "Valid for another {{time}}",
      "timeout": "This code has expired. Please request a new one.",
      "resend": "Send a new code",
      "resendIn": "You can request a new code in {{time}}"
    },
    "correct": {
      "wrongAddress": "Is this address wrong? Correct it",
      "title": "Correct your e-mail",
      "label": "Your e-mail",
      "send": "Send the code there",
      "note": "You can correct it once an hour.",
      "done": "We will use {{email}} from now on."
    },
    "recovery": {
      "title": "Forgot your password?",
      "lead": "Enter your e-mail and we will send you a code.",
      "step": "Step {{number}} of {{of}}",
      "send": "Send the code",
      "codeTitle": "Enter the code",
      "codeLead": "We sent it to {{email}}.",
      "next": "Continue",
      "passwordTitle": "Choose a new password",
      "passwordLead": "All devices that are logged in will have to log in again.",
      "save": "Save password",
      "startOver": "Start over",
      "backToLogin": "Back to log-in",
      "doneTitle": "Your password has been changed",
      "doneLead": "Log in with the new one."
    },
    "findId": {
      "open": "Forgot your ID?",
      "title": "Find your ID",
      "lead": "We will send a code to the phone number of your account.",
      "act": "Show my ID",
      "doneTitle": "This is your ID",
      "doneLead": "Part of it is hidden. Log in with the whole e-mail address."
    },
    "external": {
      "title": "This link does not work",
      "lead": "A log-in link works only once and only for a few minutes. Get a new one where you found this one, or log in here.",
      "none": "This link is incomplete."
    },
    "accept": {
      "title": "Choose your password",
      "lead": "An account has been made for you. With a password of your own you are in.",
      "noneTitle": "This link is incomplete",
      "none": "Please open it from the e-mail again.",
      "spentTitle": "This link no longer works",
      "spent": "It was used before, or it is too old. If you have no password yet, ask whoever invited you for a new one.",
      "act": "Save and log in"
    },
    "check": {
      "emailMissing": "Please enter your e-mail.",
      "emailBad": "This is not a valid e-mail address.",
      "passwordMissing": "Please enter the password.",
      "passwordLength": "Use {{min}} to {{max}} characters.",
      "passwordsDiffer": "The two passwords do not match.",
      "nameMissing": "Please enter a name.",
      "nameForm": "Use {{min}} to {{max}} letters and digits, without spaces.",
      "referralMissing": "Enter the code, or untick the box above.",
      "codeMissing": "Please enter the code.",
      "totpMissing": "Please enter the code.",
      "passwordCommon": "This password is among the first to be guessed. Please choose another one.",
      "nameMixed": "Please write the name in one script; Latin letters may stand beside Korean, Chinese or Japanese.",
      "referralBad": "This code is unknown or no longer in use. Check it with your friend, or untick the box above."
    },
    "settings": {
      "title": "Account settings",
      "profile": "Profile",
      "changeName": "Change name",
      "nameChanged": "Your name has been changed.",
      "password": "Password",
      "currentPassword": "Current password",
      "passwordNote": "You stay logged in here; every other device has to log in again.",
      "changePassword": "Change password",
      "passwordChanged": "Your password has been changed."
    },
    "emailChange": {
      "title": "E-mail",
      "lead": "You log in with this address, and we send our mails there.",
      "open": "Change e-mail",
      "new": "New e-mail",
      "note": "We will send a code to the new address. Nothing changes until you enter it here.",
      "send": "Send the code",
      "sentTo": "The code is on its way to {{email}}. Check your spam folder too.",
      "confirm": "Use this e-mail",
      "other": "Use another address",
      "same": "This is already your e-mail.",
      "done": "From now on you log in with {{email}}."
    },
    "phone": {
      "title": "Phone number",
      "lead": "If you forget your ID, a text message to this number finds it again.",
      "none": "No number yet",
      "ends": "Ends in {{end}}",
      "add": "Add a number",
      "change": "Change number",
      "number": "Mobile number",
      "hint": "With the country's prefix, such as +82 10 1234 5678",
      "missing": "Please enter the number.",
      "send": "Send the code",
      "sent": "The code was sent by text message.",
      "sentTo": "The code is on its way to {{phone}}.",
      "confirm": "Use this number",
      "other": "Use another number",
      "done": "Your phone number is confirmed."
    },
    "mailedLogin": {
      "title": "Enter the mailed code",
      "lead": "We have mailed a code to {{email}}. Check your spam folder too.",
      "why": "Wrong passwords were tried for this ID, and this browser has not logged in with it before. That is why we ask for the code once."
    },
    "totp": {
      "title": "Two-factor sign-in",
      "on": "On",
      "off": "Off",
      "why": "Log-in then asks for a code from an app on your phone as well as your password. A stolen password alone is no longer enough.",
      "start": "Set up an app",
      "active": "Log-in asks for a code from your authenticator app.",
      "left_one": "{{count}} recovery code is left.",
      "left_other": "{{count}} recovery codes are left.",
      "few": "Only a few are left. Make new ones before you run out.",
      "scan": "Scan this picture with an authenticator app on your phone.",
      "picture": "QR code for the authenticator app",
      "openApp": "Open the app on this phone",
      "byHand": "Or type this key into the app:",
      "copyKey": "Copy the key",
      "code": "Code from the app",
      "codeHint": "Six digits that change every 30 seconds",
      "confirm": "Turn on",
      "codesTitle": "Your recovery codes",
      "codesLead": "Each code lets you log in once without your phone. They are shown only now: keep them where you keep important papers.",
      "copyCodes": "Copy the recovery codes",
      "download": "Download",
      "saved": "I have saved them",
      "fileNote": "Recovery codes of {{email}}. Each works once.",
      "turnedOn": "Two-factor sign-in is on. Other devices have to log in again.",
      "renew": "New recovery codes",
      "renewLead": "Ten new codes replace all the old ones, which then stop working.",
      "renewConfirm": "Make new codes",
      "renewed": "The old recovery codes no longer work.",
      "remove": "Remove the app",
      "removeLead": "Your password alone will then open your account, and other devices have to log in again.",
      "eitherCode": "Code from the app, or a recovery code",
      "removeConfirm": "Turn off",
      "turnedOff": "Two-factor sign-in is off.",
      "loginTitle": "Enter the code",
      "loginLead": "Open your authenticator app and enter the six digits it shows.",
      "recoveryCode": "Recovery code",
      "recoveryLead": "Enter one of the codes you saved when you set up the app. Each works once.",
      "useRecovery": "Use a recovery code",
      "useApp": "Use the app",
      "back": "Back to ID and password",
      "lost": "Have neither the app nor a recovery code?",
      "neededTitle": "One more step",
      "neededLead": "This portal requires two-factor sign-in. Set up an authenticator app to continue.",
      "lostAct": "I have lost both",
      "lostTitle": "Remove two-factor sign-in",
      "lostLead": "Without a code it is removed after 72 hours. We mail you at once, and nothing is paid out until then.",
      "lostWhat": "If you find the app or a recovery code before, log in with it and keep two-factor sign-in.",
      "lostHere": "If you find the app or a recovery code before, keep two-factor sign-in here.",
      "lostConfirm": "Remove it in 72 hours",
      "lostDone": "It will be removed",
      "lostAt": "Two-factor sign-in goes at {{at}}. From then on your password alone logs you in.",
      "ending": "Somebody with your password says that the app is lost: it is removed at {{at}}, and payouts are locked until then.",
      "keep": "Keep it",
      "kept": "Two-factor sign-in stays on."
    },
    "sessions": {
      "title": "Where you are logged in",
      "current": "This device",
      "lastSeen": "Last active {{at}}, from {{address}}",
      "unknownDevice": "Unknown device",
      "viewed": "Operator {{operator}}, looking only",
      "end": "End",
      "endOne": "End the session of {{device}}",
      "endOthers": "End all other sessions",
      "ended": "That session has ended."
    },
    "leave": {
      "title": "Leave the service",
      "short": "Your account is closed and the rest of your balance expires.",
      "open": "Leave the service",
      "expires": "You would lose",
      "askFirst": "The request window is open: <request>withdraw first</request> and you lose no confirmed earnings.",
      "wait": "You can withdraw it first on {{span}}.",
      "sessions": "You are logged out everywhere.",
      "held_one": "For {{count}} day the e-mail cannot be used for a new account; then your personal data is erased.",
      "held_other": "For {{count}} days the e-mail cannot be used for a new account; then your personal data is erased.",
      "books": "Invoices are kept, as the law requires.",
      "confirm": "Leave for good",
      "done": "Your account is closed. {{amount}} expired.",
      "openMonth": "And {{amount}} of {{month}}, not confirmed yet."
    },
    "disownLogin": {
      "title": "Was this log-in not you?",
      "lead": "Somebody logged in with your password. Press the button if it was not you.",
      "what": "Every device is logged out, yours as well. Then choose a new password.",
      "act": "This log-in was not me",
      "doneTitle": "Everybody is logged out",
      "done": "Choose a new password now, so that nobody else can log in again.",
      "spentTitle": "This link no longer works",
      "spent": "It was pressed before, or is older than 30 days. If you are not sure, choose a new password: that logs everybody out."
    },
    "keepFactor": {
      "title": "Keep two-factor sign-in?",
      "lead": "Somebody with your password says that your authenticator app is lost. Press the button if it was not you, or if you have found it.",
      "what": "Log-in goes on asking for the code, and payouts are no longer held because of it.",
      "act": "Keep two-factor sign-in",
      "doneTitle": "Two-factor sign-in stays on",
      "done": "If it was not you who asked, somebody knows your password. Choose a new one now.",
      "spentTitle": "This link no longer works",
      "spent": "It was pressed before, or two-factor sign-in is removed already. If it was not you, choose a new password now and contact us."
    },
    "choosePassword": "Choose a new password"
  };
  board: {
    "title": "News",
    "kinds": {
      "notice": "Notices",
      "event": "Events"
    },
    "readAll": "Mark all read",
    "new": "new",
    "pinned": "Pinned",
    "until": "Until {{day}}",
    "allSince": "That is all since {{month}}",
    "published": {
      "notice": "{{day}} · Notice",
      "event": "{{day}} · Event"
    },
    "beside": "More news",
    "newer": "Newer",
    "older": "Older",
    "empty": {
      "notice": "No notices yet",
      "noticeText": "When the portal has news for you, you read it here.",
      "event": "No events at the moment",
      "eventText": "New ones are announced here and in your notifications."
    },
    "gone": {
      "title": "This post is not here any more",
      "text": "It may be over, or the link is mistyped.",
      "all": "All news"
    },
    "banner": {
      "role": "carousel",
      "name": "Announcements",
      "pause": "Stop the banners from changing",
      "play": "Let the banners change",
      "before": "Previous banner",
      "after": "Next banner",
      "place": "{{now}} of {{of}}",
      "notToday": "Not today"
    }
  };
  campaigns: {
    "title": "Campaigns",
    "views": {
      "name": "Which campaigns",
      "open": "Open",
      "mine": "Mine",
      "over": "Over"
    },
    "rate": "{{amount}} for 1,000 views",
    "reached": "{{views}} of {{goal}} views reached",
    "line": "{{reached}}, {{left}}",
    "daysLeft_one": "{{count}} day left",
    "daysLeft_other": "{{count}} days left",
    "soon": "closes soon at this speed",
    "state": {
      "open": "Open",
      "applied": "Applied",
      "almost": "Almost full",
      "full": "Full",
      "closed": "Closed"
    },
    "closed": {
      "goal": "Closed: the goal was reached.",
      "ended": "Closed early by the operator.",
      "over": "Closed on {{day}}."
    },
    "onTop": "The bonus comes on top of what the views earn.",
    "empty": {
      "open": "No campaign is open",
      "openText": "When one opens, it stands here.",
      "mine": "You take part in no campaign",
      "mineText": "Apply with a channel to one that is open.",
      "over": "No campaign is over yet",
      "overText": "Campaigns that have closed stay here."
    },
    "of": "of {{goal}} views",
    "closes": "Closes at {{goal}} views or after {{day}}, whichever is first.",
    "speed": "At this week’s speed: around {{day}}.",
    "full": "No further channel can apply; shorts of channels that have applied are taken.",
    "counted": "Counted up to {{day}}.",
    "rules": {
      "title": "Rules",
      "short": "A Short made for this campaign",
      "shortOf": "A Short made for this campaign, {{seconds}} s or longer",
      "song": "With “{{track}}”",
      "channel": "On your own, approved channel; one short a channel",
      "music": "No other music in the same short",
      "old": "No upload from before you applied"
    },
    "would": {
      "title": "What 100,000 views would bring",
      "bonus": "Bonus of this campaign",
      "music": "Music, at your usual {{amount}} for 1,000 views",
      "together": "Together"
    },
    "apply": "Apply with {{channel}}",
    "channel": "Channel",
    "noChannel": "Every approved channel of yours takes part, or none is approved yet.",
    "files": {
      "title": "Files",
      "wait_one": "Files open in {{count}} second",
      "wait_other": "Files open in {{count}} seconds",
      "waitLong": "Files open in {{time}}",
      "waitText": "You joined with {{channel}}. The files open here by themselves.",
      "take": "Save {{name}}",
      "size": "{{size}} kB"
    },
    "entries": {
      "title": "My entries",
      "one": "one a channel",
      "none": "Nothing is entered yet.",
      "views": "{{channel}}, {{views}} views count",
      "checking": "Checking the music",
      "refused": "Not taken",
      "paid": "{{amount}} of it is paid",
      "reversed": "{{amount}} was taken back",
      "estimated": "Estimated until the month is closed",
      "why60010": "It has music of third parties.",
      "why60012": "It has another song.",
      "whyOperator": "Taken out by the operator: {{reason}}"
    },
    "link": "Link of your short",
    "submit": "Submit",
    "share": "Share this campaign",
    "shared": "The link is copied"
  };
  channels: {
    "title": "Channels",
    "lead": "Only verified and approved channels earn.",
    "views_one": "{{views}} view",
    "views_other": "{{views}} views",
    "registered": "Registered {{date}}",
    "assigned": "assigned to {{name}}",
    "empty": {
      "title": "No channel yet",
      "text": "Register the channel you publish shorts on. It earns from the day of its approval."
    },
    "status": {
      "need-approved": "Not verified yet",
      "pending": "In review",
      "denied-pending": "On hold",
      "approved": "Approved",
      "denied": "Denied"
    },
    "steps": {
      "name": "Steps to approval",
      "registered": "Added",
      "code": "Code",
      "verified": "Verified",
      "review": "Review",
      "approved": "Approved"
    },
    "next": {
      "verifying": "We are looking for your code. You can close this page; we keep looking for 24 hours.",
      "pending": "Your channel is being reviewed. This takes {{fastest}}–{{slowest}} business days.",
      "held": "On hold because the channel has {{views}} views or fewer in total. Once it has more, request a review: once a day, {{fastest}}–{{slowest}} business days.",
      "heldCount": "{{views}} of the {{needed}} views it needs.",
      "heldPace_one": "{{views}} of the {{needed}} views it needs; at this pace in <b>about {{count}} day</b>.",
      "heldPace_other": "{{views}} of the {{needed}} views it needs; at this pace in <b>about {{count}} days</b>.",
      "heldEnough": "It now has more than {{needed}} views. Request a review: once a day, {{fastest}}–{{slowest}} business days.",
      "denied": "This channel was denied.",
      "deniedBecause": "This channel was denied: {{reason}}",
      "earning": "Earning since {{date}}."
    },
    "add": {
      "open": "Add a channel",
      "title": "Add a channel",
      "link": "Channel link",
      "linkHint": "The address of a YouTube channel or a TikTok profile, as shown in the address bar. A YouTube @handle alone also works.",
      "linkMissing": "Please enter the channel's link.",
      "category": "Category",
      "categoryHint": "What is it about?",
      "categoryMissing": "Please choose a category.",
      "nothingFound": "No matching category",
      "submit": "Continue"
    },
    "verify": {
      "open": "Verify the channel",
      "follow": "Show progress",
      "title": "Verify your channel",
      "step1": "Copy the code.",
      "step3": "Press “Check now”. You can remove the code afterwards.",
      "copy": "Copy the verification code",
      "check": "Check now",
      "again": "Check again",
      "wait": "We check for the code every few seconds.",
      "left": "{{time}} left.",
      "success": "Verified. This channel is now linked to your account."
    },
    "proof": {
      "youtube": {
        "next": "Show that the channel is yours: put a code in its description for a moment.",
        "step2": "Paste it anywhere in the description of {{name}} and save.",
        "place": "Put this code in the channel's description",
        "edit": "Edit the description on YouTube",
        "failure": "The channel could not be verified: the code was not in its description. Please enter it again."
      },
      "tiktok": {
        "next": "Show that the channel is yours: put a code in its profile text for a moment.",
        "step2": "Paste it anywhere in the text of {{name}}'s profile (the bio) and save.",
        "place": "Put this code in the profile text",
        "edit": "Edit the profile on TikTok",
        "failure": "The channel could not be verified: the code was not in its profile's text. Please enter it again."
      }
    },
    "review": {
      "open": "Request a review",
      "askedToday": "Requested today",
      "title": "Review of {{name}}",
      "text": "We check the channel's views again and then review it. This takes {{fastest}}–{{slowest}} business days; you can request it once a day.",
      "done": "Requested. It takes {{fastest}}–{{slowest}} business days."
    },
    "delete": {
      "open": "Delete",
      "title": "Delete {{name}}?",
      "lost": "You would lose",
      "small": "This balance is too small to be withdrawn on its own, so it expires with the channel.",
      "askFirst": "The request window is open: withdraw first and you lose no confirmed earnings.",
      "wait": "Wait until it is confirmed, ask for it in the next request window, then delete: the money is yours.",
      "understood": "I have read what will be lost and want to delete the channel anyway.",
      "understoodMissing": "Please confirm that you have read the precautions.",
      "passwordMissing": "Please enter your password.",
      "confirm": "Delete the channel",
      "done": "The channel was deleted. {{amount}} expired.",
      "weigh": "Delete and lose {{amount}}?",
      "weighText": "{{name}} earned you {{amount}} that you have not withdrawn yet. When the channel is deleted, this money expires at once and cannot be brought back.",
      "requestFirst": "Request it first",
      "lose": "Delete and lose {{amount}}",
      "parts": "{{confirmed}} confirmed, {{estimated}} not confirmed yet.",
      "better": "Better: ask first, then delete",
      "keep": "Keep it, tell me on {{date}}",
      "told": "We will tell you on {{date}}.",
      "stays": "Your shorts stay online either way. After deletion they no longer earn, and adding the channel again starts at zero."
    },
    "list": {
      "many": "The newest {{shown}} of {{total}} channels. Search for the others.",
      "findAll": "Search all channels",
      "find": "Find a channel",
      "filter": "Which channels",
      "all": "All {{number}}",
      "approved": "Approved {{number}}",
      "open": "In progress {{number}}",
      "held": "On hold {{number}}",
      "channel": "Channel",
      "days_one": "{{count}} day",
      "days_other": "{{count}} days",
      "views": "Views",
      "state": "State",
      "later": "earns once approved",
      "none": "No channel matches",
      "earning": "Earning, {{number}}",
      "detail": "The chosen channel",
      "registered": "Registered"
    },
    "facts": {
      "views": "All views",
      "money": "Earned in {{month}}",
      "monthViews": "Views in {{month}}",
      "shorts": "Its shorts"
    },
    "guide": {
      "title": "Where does the code go?",
      "text": "Step by step in pictures, on a phone or a computer.",
      "open": "Show the guide",
      "hide": "Don't show again"
    },
    "assign": {
      "member": "Member",
      "open": "Assign to a member",
      "title": "Assign {{name}}",
      "to": "Who gets it?",
      "find": "Find a member",
      "none": "No member matches",
      "missing": "Please choose a member.",
      "moves": "It is with {{member}} now and moves.",
      "note": "From today its earnings are {{member}}’s, and you keep {{rate}}. What it earned before stays where it was.",
      "submit": "Assign",
      "done": "{{name}} is with {{member}} from today.",
      "nobody": "There is no member yet to assign it to.",
      "add": "Go to the members"
    },
    "unassign": {
      "open": "Take back",
      "title": "Take {{name}} back from {{member}}?",
      "text": "From today its earnings are no longer {{member}}’s. What it earned until now stays {{member}}’s.",
      "done": "{{name}} was taken back."
    }
  };
  common: {
    "loading": "Loading",
    "retry": "Try again",
    "cancel": "Cancel",
    "close": "Close",
    "back": "Back",
    "copy": "Copy",
    "copied": "Copied",
    "copyFailed": "Your browser did not allow copying. Select the text and copy it yourself.",
    "total": "Total",
    "toStart": "Go to the start page",
    "toDashboard": "Open the dashboard",
    "skipToContent": "Skip to the content",
    "logIn": "Log in",
    "logOut": "Log out",
    "signUp": "Sign up",
    "createAccount": "Create an account",
    "password": "Password",
    "showPassword": "Show or hide the password",
    "language": "Language",
    "koreanForVisit": "This visit only. The next time the portal starts in English.",
    "currency": "Currency",
    "currencies": {
      "USD": "US dollar",
      "CNY": "Chinese yuan"
    },
    "runsOn": "{{partner}} runs on {{portal}}. Payments and terms come from {{portal}}.",
    "dataTo": "Data up to {{date}}",
    "accountMenu": "{{name}}: my account",
    "logoutTitle": "Log out?",
    "logoutText": "You can come back at any time with your e-mail and password. Language and currency stay as they are on this device.",
    "nav": {
      "name": "Main menu",
      "create": "Create",
      "earn": "Earn",
      "manage": "Manage",
      "dashboard": "Dashboard",
      "music": "Music",
      "channelReport": "Channel report",
      "videoReport": "Video report",
      "withdrawal": "Withdrawal",
      "invitation": "Invite friends",
      "earnings": "Earnings report",
      "channels": "Channels",
      "subChannels": "Network channels",
      "members": "Members",
      "guides": "Guides",
      "my": "My page",
      "account": "Account settings",
      "notifications": "Notifications",
      "notices": "Notices",
      "events": "Events"
    },
    "news": "News",
    "scheme": {
      "name": "Appearance",
      "now": "Appearance: {{scheme}}",
      "auto": "System",
      "light": "Light",
      "dark": "Dark"
    },
    "unread_one": "{{count}} unread notification",
    "unread_other": "{{count}} unread notifications",
    "unreadOne": "unread",
    "payline": {
      "name": "When the money arrives",
      "closed": "{{month}} closed",
      "ask": "Request",
      "billed": "Billed",
      "paid": "Paid by",
      "closes": "{{month}} closes",
      "asked": "Asked",
      "paidOn": "Paid",
      "live": "Live",
      "figures": "First figures",
      "returned": "Returned",
      "refused": "Refused",
      "sentAgain": "Sent again",
      "later": "next batch",
      "then": "after that"
    },
    "period": {
      "name": "Period",
      "latest": "Latest",
      "this_month": "This month",
      "last_month": "Last month",
      "six_months": "6 months"
    },
    "stepUp": {
      "title": "Enter your password",
      "text": "This affects your money or your account, so please enter your password again. You then continue where you were.",
      "confirm": "Continue"
    },
    "field": {
      "missing": "This field is required.",
      "bad_value": "This value cannot be used."
    },
    "errors": {
      "generic": "An error occurred. Please try again.",
      "unreachable": "The server cannot be reached. Please check your connection and try again.",
      "loadTitle": "This could not be loaded",
      "notFound": "Page not found",
      "pageTitle404": "Page Not Found",
      "pageText404": "This page does not exist or has been removed.",
      "pageTitle500": "Internal Server Error",
      "pageText500": "Something went wrong on our side. Nothing you entered was changed."
    },
    "pager": {
      "name": "Pages",
      "rows": "{{from}}–{{to}} of {{total}}",
      "before": "Previous",
      "after": "Next"
    },
    "platform": {
      "label": "Platform",
      "youtube": "YouTube",
      "tiktok": "TikTok",
      "own": "Own channel"
    },
    "standing": {
      "estimated": "estimated",
      "confirmed": "confirmed"
    },
    "offline": {
      "title": "No connection.",
      "since": "No connection. This is from {{time}}.",
      "page": "This page is not here yet",
      "text": "It opens by itself as soon as you are online."
    },
    "viewing": {
      "name": "Operator's view",
      "text": "{{operator}} looks at this account until {{time}}. Nothing can be changed.",
      "end": "End"
    }
  };
  dashboards: {
    "hello": "Hello, {{name}}",
    "when": {
      "title": "When will I be paid?",
      "text": "How the views of {{month}} are paid."
    },
    "method": {
      "paypal": "PayPal",
      "bank": "Bank account"
    },
    "steps": {
      "name": "First steps",
      "title_one": "One step until you earn",
      "title_other": "{{count}} steps until you earn",
      "lead": "Views count from the day your channel is approved.",
      "state": {
        "done": "done",
        "now": "your turn or in progress",
        "stopped": "stopped",
        "open": "still to come"
      },
      "email": {
        "title": "E-mail confirmed",
        "todo": "Confirm your e-mail"
      },
      "channel": {
        "title": "Channel added",
        "text": "The channel you publish shorts on",
        "done": "{{name}}, {{views}} views",
        "act": "Add a channel",
        "todo": "Add your channel"
      },
      "code": {
        "title": "Code found in the description",
        "text": "It proves that the channel is yours",
        "verifying": "We are looking for it. You can close this page.",
        "done": "This channel is linked to your account",
        "act": "Show code",
        "todo": "Put the code in your description"
      },
      "approved": {
        "title": "Approved by the team",
        "text": "{{fastest}}–{{slowest}} business days after the code is found",
        "now": "In review, {{fastest}}–{{slowest}} business days",
        "held": "On hold: {{views}} views or fewer in total",
        "denied": "This channel was denied",
        "act": "Show channel",
        "todo": "Wait for the team's approval"
      },
      "payment": {
        "title": "Where the money goes",
        "text": "PayPal or bank, needed by {{date}}",
        "plain": "PayPal or bank",
        "act": "Enter",
        "todo": "Say where the money goes"
      }
    },
    "figures": {
      "engaged": "Engaged views",
      "engagedShort": "Engaged",
      "premium": "Premium views",
      "premiumShort": "Premium",
      "confirmedPart": "{{amount}} of it confirmed",
      "share": "{{ratio}} of views, {{change}} pt",
      "earned": "Earnings",
      "gross": "{{amount}} before shares"
    },
    "change": {
      "on_one": "{{change}} from the day before",
      "on_other": "{{change}} from the {{count}} days before",
      "none": "Nothing to compare with yet"
    },
    "trend": {
      "earnings": "Daily earnings",
      "views": "Daily engaged views",
      "summary": "From {{from}} to {{to}}: {{earnings}} estimated, {{views}} engaged views",
      "confirmed": "From {{from}} to {{to}}: {{earnings}} confirmed, {{views}} engaged views"
    },
    "cycle_one": "Each day's figures arrive a day later. They are estimates of your share; they become final when {{month}} is closed, around {{date}}.",
    "cycle_other": "Each day's figures arrive {{count}} days later. They are estimates of your share; they become final when {{month}} is closed, around {{date}}.",
    "confirm": {
      "title": "Still to be confirmed",
      "when": "{{month}} is closed around {{close}}. You can request it from {{from}}."
    },
    "gate": {
      "title": "Not open yet",
      "text_one": "This opens with your first approved channel; one step is left.",
      "text_other": "This opens with your first approved channel; {{count}} steps are left.",
      "act": "See the next step"
    },
    "first": {
      "live": "You are live, {{name}}",
      "counts": {
        "title": "What counts",
        "from": "Views from {{date}} on, in every country",
        "tracks": "Shorts with a track of ours, old or new",
        "before": "Views before {{date}}",
        "long": "Long videos, and music from elsewhere",
        "yes": "counts",
        "no": "does not count"
      },
      "next": {
        "title": "Next: say where the money goes",
        "text": "Two minutes now, none on {{date}}.",
        "act": "Enter"
      },
      "bars": "Earnings a day",
      "days_one": "in one day",
      "days_other": "in {{count}} days",
      "ofAll": "{{ratio}} of all",
      "tomorrow": "tomorrow"
    }
  };
  events: {
    "title": "Take part",
    "steps": {
      "name": "Dates of this event",
      "opens": "Opens",
      "opened": "Opened",
      "apply": "Take part",
      "benefit": "Benefit",
      "to": "to {{day}}",
      "from": "from {{day}}",
      "program": "Apply"
    },
    "state": {
      "open_one": "Open, {{count}} day left",
      "open_other": "Open, {{count}} days left",
      "last": "Open, last day",
      "left_one": "{{count}} place left",
      "left_other": "{{count}} places left"
    },
    "channel": "With which channel",
    "without": "Without a channel",
    "agree": "I keep the rules above and may cancel until {{day}}.",
    "join": "Take part",
    "joinWith": "Take part with {{channel}}",
    "once": "One participation for each account",
    "joined": "You take part",
    "joinedWith": "You take part with {{channel}}",
    "since": "Since {{day}}.",
    "cancel": {
      "act": "Cancel, to {{day}}",
      "title": "Give up your place?",
      "text": "Your place becomes free. You may take part again until {{day}} as long as there are places.",
      "keep": "Keep my place",
      "confirm": "No longer take part",
      "over": "Cancelling was possible until {{day}}."
    },
    "benefit": {
      "later": "{{amount}} can be claimed from {{from}} to {{to}}.",
      "open": "{{amount}} can be claimed until {{day}}.",
      "claim": "Claim {{amount}}",
      "claimed": "You claimed {{amount}} on {{day}}.",
      "over": "The benefit could be claimed until {{day}}."
    },
    "closed": {
      "to_come": "Taking part is not open yet",
      "to_comeText": "It opens on {{day}}.",
      "full": "Every place is taken",
      "fullText": "When somebody cancels by {{day}}, a place is free again.",
      "closed": "Taking part is closed",
      "closedText": "It ended on {{day}}."
    },
    "logIn": "Log in to take part",
    "program": {
      "title": "Apply to the program",
      "term": "Term {{term}}",
      "apply": "Apply with {{channel}}",
      "none": "No approved channel of yours can apply in this term.",
      "once": "Each channel applies once in a term",
      "to_come": "Applications are not open yet",
      "closed": "Applications are closed",
      "mine": "Your applications",
      "on": "Term {{term}}, applied on {{day}}",
      "reason": "Reason: {{reason}}",
      "waiting": "Waiting",
      "active": "In the program",
      "denied": "Not approved",
      "ended": "Ended",
      "lapsed": "Not decided"
    }
  };
  figures: {
    "lead": "{{from}} to {{to}}, your share",
    "shorts": {
      "title": "Your shorts",
      "all": "All {{total}}",
      "by": "What the list shows",
      "channels": "Channels"
    },
    "card_one": "{{views}} view, RPM {{rpm}}",
    "card_other": "{{views}} views, RPM {{rpm}}",
    "shortsOf_one": "{{count}} short",
    "shortsOf_other": "{{count}} shorts",
    "caption": {
      "videos": "Shorts",
      "channels": "Channels"
    },
    "search": {
      "short": "Find a short",
      "channel": "Find a channel"
    },
    "channel": {
      "name": "Channel",
      "all": "All channels"
    },
    "member": {
      "name": "Member",
      "all": "All members",
      "self": "Only my own channels",
      "none": "No member matches",
      "chosen": "The chosen member"
    },
    "order": {
      "by": "Sort by",
      "descending": "Largest first; reverse the order",
      "ascending": "Smallest first; reverse the order"
    },
    "columns": {
      "open": "Columns",
      "short": "Short",
      "channel": "Channel",
      "published": "Published",
      "views": "Views",
      "engaged": "Engaged views",
      "premiumViews": "Premium views",
      "premium": "Premium",
      "rpm": "RPM",
      "share": "Of all earnings",
      "revenue": "Earnings",
      "trend_one": "{{count}} day",
      "trend_other": "{{count}} days"
    },
    "sums": {
      "engagedShort": "Engaged",
      "ofViews_one": "of {{views}} view",
      "ofViews_other": "of {{views}} views",
      "premium_one": "{{views}} view",
      "premium_other": "{{views}} views",
      "rpm": "RPM {{rpm}}",
      "estimated": "estimated",
      "confirmed": "confirmed",
      "part": "estimated, {{amount}} of it confirmed"
    },
    "empty": {
      "title": "Nothing in this period",
      "text": "Figures appear a few days after people have watched a short with our music.",
      "notFound": "No short is called “{{text}}”",
      "notFoundText": "Try fewer letters or a different period.",
      "noChannel": "No channel is called “{{text}}”"
    },
    "sheet": {
      "title": "Short details",
      "watch": "Watch on {{platform}}",
      "trend": {
        "earnings": "Daily earnings",
        "views": "Daily engaged views",
        "summary": "From {{from}} to {{to}}: {{earnings}} estimated, {{views}} engaged views",
        "confirmed": "From {{from}} to {{to}}: {{earnings}} confirmed, {{views}} engaged views"
      },
      "premium": {
        "title": "Premium viewers",
        "text": "People with a paid plan see no ads; part of what they pay goes to what they watch.",
        "views": "Premium views",
        "ratio": "Share of views",
        "price": "Per 1,000 premium views",
        "revenue": "Earnings from them"
      },
      "audience": {
        "title": "Countries",
        "map": "World map; larger dots mean more views",
        "none": "No countries are known yet.",
        "more_one": "and {{count}} more",
        "more_other": "and {{count}} more"
      },
      "watching": {
        "title": "Viewing",
        "rate": "Average watch rate",
        "time": "Average watch time"
      },
      "music": {
        "title": "Music used",
        "none": "Track not known yet: the reports of the month will name it.",
        "estimated": "Estimated",
        "copy": "Copy the track code of {{name}}"
      },
      "estimate": {
        "title": "About these figures",
        "daily": "Daily figures from {{from}} to {{to}}, last read {{updated}}.",
        "monthly": "Monthly figures from {{from}} to {{to}}, last read {{updated}}.",
        "made_one": "Earnings are your share of what the platform reports for each day, a day later. They stay estimates until the month is closed around day {{day}} of the next month.",
        "made_other": "Earnings are your share of what the platform reports for each day, {{count}} days later. They stay estimates until the month is closed around day {{day}} of the next month.",
        "rpm": {
          "views": "RPM is what 1,000 views bring.",
          "engaged_views": "RPM is what 1,000 engaged views bring."
        }
      },
      "tips": {
        "title": "How to earn more",
        "premium_share": "From {{percent}}% premium views, with {{seconds}} seconds watched, a short earns about {{factor}} times as much per view.",
        "watch_time": "Keep people watching for {{seconds}} seconds: a twist or a result near the end helps."
      }
    },
    "chart": {
      "days": "Day by day",
      "weeks": "Week by week",
      "chooseDay": "The day that is read out",
      "chooseWeek": "The week that is read out",
      "said": "{{day}}: {{amount}}, {{views}} engaged views",
      "engaged": "{{views}} engaged",
      "premium": "Premium",
      "earned": "Earned",
      "onDayBefore": "{{change}} engaged on the day before",
      "onWeekBefore": "{{change}} engaged on the week before",
      "more_one": "{{count}} more",
      "more_other": "{{count}} more",
      "isPublished": "A short was published",
      "published_one": "{{count}} short published",
      "published_other": "{{count}} shorts published",
      "publishedOne": "Published: {{title}}",
      "publishedMore_one": "Published: {{title}} and {{count}} more",
      "publishedMore_other": "Published: {{title}} and {{count}} more",
      "asTable": "As a table",
      "day": "Day"
    }
  };
  guides: {
    "title": "Guides",
    "lead": "What happens outside this portal, step by step, in pictures.",
    "open": "Open",
    "read": "read",
    "own": {
      "iphone": "For your iPhone",
      "android": "For your Android phone",
      "pc": "For your computer"
    },
    "effort": "{{steps}}, about {{minutes}} min",
    "steps_one": "{{count}} step",
    "steps_other": "{{count}} steps",
    "days_one": "{{count}} day",
    "days_other": "{{count}} days",
    "daySpan": "{{from}}–{{to}} days",
    "workDays": "{{from}}–{{to}} business days",
    "seconds": "{{value}} s",
    "times": "{{value}} times",
    "stepOf": "{{step}} of {{steps}}",
    "picture": "Drawing: {{place}} is marked",
    "others": "Also",
    "all": "All guides",
    "groups": {
      "upload": "Upload a short with music",
      "unlock": "More than {{start}} of music",
      "verify": "Verify your channel"
    },
    "names": {
      "iphoneUpload": "On iPhone",
      "androidUpload": "On Android",
      "pcUpload": "On a computer",
      "iphoneUnlock": "Unlock the length on iPhone",
      "androidUnlock": "Unlock the length on Android",
      "verification": "How it works",
      "phoneVerification": "On a phone",
      "pcVerification": "On a computer"
    },
    "short": {
      "iphoneUpload": "iPhone",
      "androidUpload": "Android",
      "pcUpload": "Computer",
      "iphoneUnlock": "iPhone",
      "androidUnlock": "Android",
      "verification": "How it works",
      "phoneVerification": "Phone",
      "pcVerification": "Computer"
    },
    "titles": {
      "iphoneUpload": "Upload with music on iPhone",
      "androidUpload": "Upload with music on Android",
      "pcUpload": "Upload with music on a computer",
      "iphoneUnlock": "Unlock the length on iPhone",
      "androidUnlock": "Unlock the length on Android",
      "verification": "Verify your channel",
      "phoneVerification": "Verify your channel on a phone",
      "pcVerification": "Verify your channel on a computer"
    },
    "notes": {
      "recognition": "{{effort}}; recognised in {{recognition}}",
      "code": "Code in the description",
      "overview": "What the code proves, and what comes after"
    },
    "app": {
      "short": "Short",
      "addSound": "Add sound",
      "paste": "Paste",
      "volume": "Volume",
      "voice": "Your audio",
      "music": "Music",
      "upload": "Upload Short",
      "adjust": "Adjust",
      "done": "Done",
      "update": "Update",
      "edit": "Edit channel",
      "description": "Description",
      "save": "Save",
      "create": "Create",
      "uploadVideos": "Upload videos",
      "customization": "Customization",
      "publish": "Publish"
    },
    "figures": {
      "name": "The numbers to keep to",
      "volume": "music volume, at least",
      "editor": "set in the editor",
      "recommended": "or longer earns best",
      "one": "track in a short",
      "recognition": "until the music is recognised"
    },
    "pays": {
      "title": "What makes a short earn more",
      "length": "Set <b>{{editor}}</b> in the editor so that the music covers the whole short, and aim for <b>{{recommended}}</b> or more: under <b>{{tooShort}}</b>, a thousand views may earn less.",
      "one": "Use <b>one track per short</b>.",
      "premium": "Where <b>{{premium}}</b> or more of the views are premium and last for <b>{{keep}}</b>, a thousand views earn about <b>{{factor}}</b> as much."
    },
    "track": {
      "copy": "Copy {{code}}",
      "last": "Your last track is <b>{{name}}</b>. Its code is in the button."
    },
    "help": {
      "title": "Not answered here?",
      "video": "Is the short there without its music? Send us its link and we look at it.",
      "write": "Write to support",
      "text": "Tell us what you see; a picture of the screen helps.",
      "tour": "Show me around again"
    },
    "verification": {
      "why": {
        "title": "What the code proves",
        "text": "Only who can edit a channel can put a code into its description. We never ask for the channel's password."
      },
      "wait": {
        "title": "How it is found",
        "text": "We look by ourselves; you may close the page. If the code is not there, you are told and can put it in again."
      },
      "next": {
        "title": "What comes after",
        "text": "Then the channel is reviewed in {{review}}. You may take the code out again. Views count from the day of the approval."
      },
      "where": {
        "title": "Not on YouTube?",
        "text": "On TikTok the code goes into the bio of your profile. “{{verify}}” always names the place."
      }
    },
    "do": {
      "start": {
        "title": "Start a short",
        "text": "Open YouTube, tap the plus at the bottom and choose “{{short}}”."
      },
      "length": {
        "title": "Set {{editor}} first",
        "text": "{{start}} is chosen at first. With {{editor}} the music covers the whole short."
      },
      "sound": {
        "title": "Tap “{{addSound}}”",
        "text": "It is at the top. Tap it before you record or pick a clip."
      },
      "pasteIphone": {
        "title": "Paste the code",
        "text": "Hold the search field, tap “{{paste}}”, and take the one result."
      },
      "pasteAndroid": {
        "title": "Paste the code",
        "text": "Tap the search field, then the code that the keyboard offers above its keys. Take the one result."
      },
      "volume": {
        "title": "Music at {{volume}} or more",
        "text": "Below that the track may not be recognised, and the short earns nothing."
      },
      "publish": {
        "title": "Upload",
        "text": "Tap “{{upload}}”. The estimate appears {{lag}} later."
      },
      "project": {
        "title": "An upright film, {{editor}}",
        "text": "Set your editing program to 9:16 and the length to {{editor}}."
      },
      "track": {
        "title": "Put the track under it",
        "text": "Look for its title and artist in the program's music. It must be the recording behind the code, from the first second to the last."
      },
      "pcVolume": {
        "title": "Music at {{volume}} or more",
        "text": "Under your voice it may be quiet, but below that it may not be recognised."
      },
      "pcUpload": {
        "title": "Upload the film",
        "text": "Open YouTube in the browser: “{{create}}”, then “{{uploadVideos}}”."
      },
      "recognition": {
        "title": "Recognised in {{recognition}}",
        "text": "YouTube compares the sound by itself. After that the short stands in your reports."
      },
      "lengthTap": {
        "title": "Tap {{start}}",
        "text": "It stands above the record button. Tap until it says {{editor}}."
      },
      "trimIphone": {
        "title": "Draw your clip out",
        "text": "A clip from Photos: pull both ends of the bar outwards, then tap “{{done}}”."
      },
      "trimAndroid": {
        "title": "Draw your clip out",
        "text": "A clip from the gallery: pull both ends of the bar outwards, then tap “{{done}}”."
      },
      "adjust": {
        "title": "Choose the part of the music",
        "text": "After “{{addSound}}”, tap “{{adjust}}” and slide the wave. Now the music lasts as long as the short."
      },
      "updateIphone": {
        "title": "No {{editor}} to choose?",
        "text": "Open YouTube in the App Store, tap “{{update}}”, and start again."
      },
      "updateAndroid": {
        "title": "No {{editor}} to choose?",
        "text": "Open YouTube in the Play Store, tap “{{update}}”, and start again."
      },
      "code": {
        "title": "Copy your code",
        "text": "In Channels, choose “{{verify}}” and copy the code."
      },
      "ownChannel": {
        "title": "Open your channel",
        "text": "In YouTube tap your picture at the lower right, then your channel's name, then “{{edit}}”."
      },
      "describePhone": {
        "title": "Paste it into “{{description}}”",
        "text": "Anywhere in the text. Then tap “{{save}}”."
      },
      "back": {
        "title": "Come back",
        "text": "Press “{{check}}”, or close the page: we keep looking. Once the code is found you may take it out again."
      },
      "studio": {
        "title": "Open YouTube Studio",
        "text": "On studio.youtube.com choose “{{customization}}” on the left."
      },
      "describePc": {
        "title": "Paste it into “{{description}}”",
        "text": "Anywhere in the text. Then press “{{publish}}” at the upper right."
      }
    }
  };
  invitations: {
    "title": "Invite friends",
    "promise_one": "{{rate}} of what your friend earns, for {{count}} month",
    "promise_other": "{{rate}} of what your friend earns, for {{count}} months",
    "lead": "It comes from us, your friend loses nothing.",
    "code": {
      "yours": "Your code",
      "copy": "Copy the code",
      "copyLink": "Copy the link",
      "share": "Share",
      "qr": "QR code of your link",
      "text": "Join me on {{portal}}.",
      "saveQr": "QR as picture"
    },
    "points": {
      "confirmed": "Confirmed so far",
      "worth": "points, worth {{amount}}",
      "noneConfirmed": "after a friend's first closed month",
      "estimated": "Estimated",
      "closes": "confirmed around {{date}}",
      "noneEstimated": "as soon as a friend earns",
      "until": "Use them before",
      "lives_one": "{{count}} month each",
      "lives_other": "{{count}} months each",
      "none": "none",
      "bar": "{{points}} points until {{date}}",
      "barEstimated": "About {{points}} points, estimated, until about {{date}}",
      "next": "{{points}} points end after <b>{{date}}</b>. A withdrawal uses the oldest first."
    },
    "friends": {
      "title": "Friends",
      "counts": "{{active}} earning, {{all}} in all",
      "name": "Friend",
      "joined": "Signed up",
      "window": "Window",
      "estimated": "estimated",
      "confirmed": "confirmed",
      "left_one": "{{count}} day left, to {{date}}",
      "left_other": "{{count}} days left, to {{date}}",
      "lastDay": "today is the last day",
      "waiting": "no approved channel yet, to {{date}}",
      "ended": "ended {{date}}",
      "noneHere": "There are no friends on this page."
    },
    "first": {
      "title": "How it begins",
      "send": "Send your link, or let a friend scan the picture.",
      "earn_one": "Your friend signs up with it and earns. For {{count}} month from that day you earn too.",
      "earn_other": "Your friend signs up with it and earns. For {{count}} months from that day you earn too.",
      "get": "You get {{rate}} in points when each month is closed. {{points}} points are 1 US dollar."
    },
    "guide": {
      "open": "How invitations work",
      "title": "How invitations work",
      "window": "For how long",
      "windowText_one": "{{count}} month from the day your friend signs up with your link or code. Nobody can be invited after signing up.",
      "windowText_other": "{{count}} months from the day your friend signs up with your link or code. Nobody can be invited after signing up.",
      "rate": "How much",
      "rateText": "{{rate}} of what your friend earns, in points. {{points}} points are 1 US dollar. We pay it: nothing is taken from your friend.",
      "confirmed": "When",
      "confirmedText": "Points are estimated every day. When a month is closed they are confirmed, and become part of your balance.",
      "expiry": "Until when",
      "expiryText_one": "You can use points for {{count}} month from the day they are confirmed. A withdrawal uses those that end first.",
      "expiryText_other": "You can use points for {{count}} months from the day they are confirmed. A withdrawal uses those that end first.",
      "fair": "What does not count",
      "fairText": "Second accounts of your own. Where a friend is paid to the same place as you, the points stay estimated until we have looked at it."
    }
  };
  invoices: {
    "title": "Invoice",
    "creditNote": "Credit note",
    "number": "Number",
    "issued": "Issue date",
    "corrects": "Corrects",
    "withdrawal": "Withdrawal",
    "from": "From",
    "to": "Bill to",
    "service": "Service",
    "currency": "Currency",
    "month": "Month",
    "type": "Description",
    "unitPrice": "Unit price",
    "quantity": "Qty",
    "amount": "Amount",
    "lines": "Invoice lines",
    "fee": "Processing fee",
    "total": "Total",
    "pdf": "PDF",
    "xlsx": "Excel",
    "embedded": "Open on its own page",
    "issuedNote": "An invoice stays as it was issued. A correction is a separate credit note that names it.",
    "missingTitle": "There is no invoice here",
    "missingText": "The link has already been used or has expired. Please open the invoice from the portal again."
  };
  landing: {
    "windowTitle": "Music for your shorts",
    "promise": "Use our music in your shorts. Get paid for the views.",
    "lead": "Every track is cleared for you and carries a code the platform knows. You see what each short earns, and the money arrives on a date we tell you in advance.",
    "terms": "Creating an account means you agree to the <terms>terms</terms>.",
    "nav": {
      "name": "On this page",
      "paid": "How you are paid",
      "who": "Who we are",
      "faq": "Questions"
    },
    "sample": {
      "alt": "An example of the portal on a phone: {{amount}} paid for {{month}}, with the dates on which it was confirmed, asked for, billed and paid.",
      "example": "an example",
      "hello": "Hello, mina",
      "paid": "Paid on {{day}}",
      "chip": "Paid",
      "month": "It is in your PayPal, after a fee of {{fee}}.",
      "views": "Engaged views",
      "premium": "Premium views",
      "earned": "Earnings",
      "estimated": "estimated"
    },
    "hear": {
      "name": "Hear a track",
      "play": "Play {{name}}",
      "pause": "Pause {{name}}",
      "now": "{{name}}: playing",
      "slow": "The network is slow. It is still loading.",
      "error": "It did not load. Press play to try again.",
      "offline": "You are offline. It plays on once the network is back."
    },
    "features": {
      "name": "What you get",
      "music": {
        "title": "Music you can use",
        "text": "Free of charge and cleared for shorts. Each track has a code, so your views are counted without a claim.",
        "count_one": "{{tracks}} track, cleared",
        "count_other": "{{tracks}} tracks, cleared",
        "exclusive_one": "{{tracks}} track, and {{exclusive}} only here",
        "exclusive_other": "{{tracks}} tracks, and {{exclusive}} only here"
      },
      "figures": {
        "title": "What each short earns",
        "text": "Views, premium share and revenue by short and country, a few days later."
      },
      "trace": {
        "title": "Every cent can be traced",
        "text": "From the invoice to the month, the short, the day and the line of the report it came from."
      }
    },
    "only": {
      "title": "Only with {{partner}}",
      "text_one": "{{tracks}} track for people with an account made here.",
      "text_other": "{{tracks}} tracks for people with an account made here.",
      "logIn_one": "Log in to hear it",
      "logIn_other": "Log in to hear all {{tracks}}",
      "all_one": "Hear it",
      "all_other": "Hear all {{tracks}}"
    },
    "calendar": {
      "title": "{{month}}'s views are with you by {{day}}",
      "text": "The same four steps every month, with this portal's own dates.",
      "views": {
        "title": "Your views",
        "text_one": "You see each day {{count}} day later, as an estimate.",
        "text_other": "You see each day {{count}} days later, as an estimate."
      },
      "confirmed": {
        "title": "Confirmed",
        "text": "The platform has paid; the figure no longer moves."
      },
      "ask": {
        "title": "You ask",
        "text": "One tap, once a month, more than {{minimum}}."
      },
      "paid": {
        "title": "Paid, at the latest",
        "text": "PayPal or your bank, with an invoice made for you."
      }
    },
    "receipt": {
      "title": "What a payout costs",
      "confirmed": "Confirmed",
      "fee": "PayPal fee, {{rate}}",
      "net": "You get",
      "remark": "An example with this portal's own fee."
    },
    "operator": {
      "answers_one": "{{names}} answers you",
      "answers_other": "{{names}} answer you",
      "runs": "Who runs this portal",
      "text": "This portal is run by <name>{{name}}</name>. They cleared the music, they pay you, and their name is on your invoice.",
      "cleared": "They cleared the music and they pay you.",
      "free": {
        "title": "Free",
        "text": "to join and to use the music"
      },
      "paper": {
        "title": "No paperwork",
        "text": "your invoice is made for you"
      },
      "open": {
        "title": "Open source",
        "text": "software, so every sum can be checked"
      }
    },
    "faq": {
      "title": "Questions before you start",
      "when": {
        "q": "When am I paid?",
        "a": "{{month}} {{year}} earnings are confirmed by {{close}}. You request them on {{span}} and have the money by {{due}}: {{days}} days after the end of the month."
      },
      "cost": {
        "q": "What does a payout cost?",
        "a": "PayPal takes {{rate}}, a bank transfer {{bankFee}}. For {{revenue}} by PayPal the fee is {{fee}} and you receive {{net}}. You see these numbers before you confirm."
      },
      "minimum": {
        "q": "Is there a minimum?",
        "a": "Your balance has to be above {{minimum}}; a smaller balance waits for the next time. {{bank}}",
        "last_settled_month": "A bank transfer needs a month of {{bankMinimum}} or more.",
        "requested_amount": "A bank transfer needs {{bankMinimum}} or more."
      },
      "channel": {
        "q": "Which channels can join?",
        "a": "Channels with more than {{views}} views. You prove that the channel is yours with a code in its description; a review takes {{reviewMin}} to {{reviewMax}} business days."
      },
      "see": {
        "q": "When do I see what a short earned?",
        "a_one": "About {{count}} day after the views happened, as an estimate. The amount is final once the month is closed.",
        "a_other": "About {{count}} days after the views happened, as an estimate. The amount is final once the month is closed."
      }
    },
    "closing": "Start with one short.",
    "foot": {
      "name": "Legal",
      "terms": "Terms",
      "policy": "Privacy",
      "osl": "Open source",
      "ofl": "Fonts",
      "contact": "Contact",
      "runsOn": "Runs on Backbeat"
    }
  };
  ledger: {
    "lead": "Confirmed earnings by the month in which they were earned. Open a month, then a line, for its breakdown.",
    "last": "Last confirmed month",
    "lastNone": "None yet",
    "withdrawable": "Ready to withdraw",
    "wholeCents": "Withdrawals are in whole cents. Anything below a cent stays in your balance for the next one.",
    "madeOf": "Breakdown",
    "pending": "Requested",
    "pendingNote": "Set aside until it is paid",
    "points": "Including points",
    "pointsUntil": "{{points}} of them usable until {{date}}",
    "months": "Months",
    "total": "Total",
    "correction": "Correction",
    "corrected": "{{type}} (correction)",
    "ofLine": "{{type}}, {{line}}",
    "emptyTitle": "No confirmed month yet",
    "emptyText": "A month appears here once it is closed. Until then the dashboard shows estimates.",
    "statement": {
      "title": "Monthly statement",
      "open": "Statement",
      "lead": "Everything that changed your balance in a month, by the day it was posted.",
      "month": "Month",
      "before": "Previous month",
      "after": "Next month",
      "pdf": "PDF",
      "xlsx": "Excel",
      "opening": "Opening balance",
      "closing": "Closing balance",
      "until": "Up to {{date}}",
      "of": "of {{month}}",
      "dollars": "Statements are in US dollars, the currency your account is kept in, so that each month opens with the closing balance of the one before.",
      "emptyTitle": "No entries in this month",
      "emptyText": "The balance is the same at the start and at the end of the month."
    },
    "excel": {
      "button": "Excel by video",
      "title": "Earnings by video",
      "text": "Confirmed earnings of whole months as an Excel file, one row per video. It is made in the background.",
      "start": "From",
      "end": "To",
      "make": "Make the file",
      "pending": "Waiting in the queue",
      "processing": "The file is being made",
      "progress_one": "{{done}} of {{total}} video",
      "progress_other": "{{done}} of {{total}} videos",
      "done_one": "Ready: {{rows}} video",
      "done_other": "Ready: {{rows}} videos",
      "failed": "The file could not be made. Please try again.",
      "download": "Download",
      "again": "Make another file"
    },
    "detail": {
      "rows": "Entries",
      "posted": "Posted {{date}}",
      "points_one": "{{points}} point",
      "points_other": "{{points}} points",
      "expires": "Usable until {{date}}",
      "emptyTitle": "Nothing to show here",
      "emptyText": "There is no entry of this type for this date.",
      "videos": "By video",
      "video": "Video",
      "revenue": "Your revenue",
      "days": "By day",
      "by": "Sums",
      "byShort": "By short",
      "byDay": "By day",
      "day": "Day",
      "noDay": "No day in the report",
      "noDayText": "The platform’s monthly reports do not say on which days this part was earned.",
      "noVideo": "No short named in the report",
      "rest": "Not in any report"
    },
    "estimate": {
      "more": "Estimated at {{estimated}} before the close: {{difference}} more was confirmed. Estimates come from daily figures, which the platform’s monthly reports correct.",
      "less": "Estimated at {{estimated}} before the close: {{difference}} less was confirmed. Estimates come from daily figures, which the platform’s monthly reports correct."
    },
    "trail": {
      "open": "Where it comes from",
      "more": "Details",
      "rule": "Rule",
      "rate": "Your share",
      "mixed": "Several rates",
      "rounding": "Rounding",
      "posted": "Posted",
      "rows": "Report rows behind this amount",
      "note": "“Reported” is what the platform reported for a row, before it is shared. Your part of all rows, less rounding and what was posted before, adds up to this amount. For a row without a day, only the part that falls on your days counts.",
      "file": "File",
      "line": "Line",
      "place": "line {{line}}, video {{video}}",
      "day": "Day",
      "channel": "Channel",
      "video": "Video",
      "amount": "Reported",
      "empty": "There are no report rows behind this amount.",
      "before": "Posted before",
      "share": "Your part",
      "of": "of {{amount}}",
      "went": "Where it went",
      "taker": "{{type}}, {{date}}",
      "remaining": "Not used yet",
      "cause": "How it came about",
      "reason": "Reason",
      "withdrawal": "Withdrawal",
      "invoice": "Invoice",
      "formerInvoice": "Former invoice",
      "creditNote": "Credit note",
      "reverses": "Undoes",
      "reversedBy": "Undone by",
      "debtPaid": "Paid off a balance below zero",
      "debtMade": "Took the balance below zero",
      "uses": "Breakdown",
      "givenBack": "Returned to",
      "owed": "To be deducted from your next withdrawal",
      "summaryLine": "Line of the payment summary",
      "sharedBy": "Shared",
      "sorts": {
        "ads": "like this month’s ad revenue",
        "subscription": "like this month’s subscription revenue",
        "both": "like all of this month’s revenue"
      },
      "causes": {
        "settlement": "Close of the month",
        "adjustment": "Correction of a closed month",
        "posting": "Posted by the operator",
        "grant": "Granted by the operator",
        "reservation": "Requested as a withdrawal",
        "payout": "Paid out",
        "recovery": "The withdrawal was rejected and the amount is back in your balance",
        "kept": "Kept by the operator",
        "forfeiture": "Expired with a deleted channel or a closed account",
        "expiry": "Points expired after their last day",
        "reversal": "An earlier entry was undone",
        "summary_line": "A line of the platform’s payment summary, shared",
        "transfer": "Moved between two accounts"
      },
      "rules": {
        "own": "Revenue of your own channel",
        "member_share": "Your part as a member",
        "manager_share": "Your part as a manager",
        "through_main": "Paid to you for an account below yours, which you pay yourself",
        "mixed": "Several rules: the channel changed hands in this month"
      }
    },
    "type": {
      "music_profit": "Music revenue",
      "music_profitable_profit": "Exclusive music revenue",
      "portal_profit": "Portal revenue",
      "fast_withdrawal": "Fast withdrawal",
      "fast_withdrawal_weekly": "Weekly fast withdrawal",
      "fast_withdrawal_extra": "Fast withdrawal bonus",
      "fast_withdrawal_deduction": "Fast withdrawal deduction",
      "withdrawal": "Withdrawal",
      "recovery": "Returned withdrawal",
      "bonus_point": "Bonus points",
      "cpv_bonus": "View campaign bonus",
      "referral_2month": "Referral reward (2 months)",
      "referral_3month": "Referral reward (3 months)",
      "policy_violation": "Policy violation",
      "prepaid": "Prepaid amount",
      "expire": "Expired"
    },
    "words": {
      "title": "What do these words mean?",
      "estimated": {
        "name": "Estimated",
        "text": "What your views are expected to bring. It changes until the month is closed."
      },
      "settled": {
        "name": "Confirmed",
        "text": "The month is closed and the amount is posted to your account."
      },
      "withdrawable": {
        "name": "Ready to withdraw",
        "text": "Confirmed money that you have not requested yet, in whole cents."
      },
      "requested": {
        "name": "Requested",
        "text": "Set aside for a withdrawal that is on its way. If it cannot be paid, it goes back to your balance and we tell you why."
      },
      "correction": {
        "name": "Correction",
        "text": "A later change to a closed month, up or down. It is a separate line; what was posted before stays."
      },
      "debt": {
        "name": "Balance below zero",
        "text": "More was taken back than was in your balance. Your next earnings pay it off first."
      },
      "wait": {
        "name": "Waiting days",
        "text_one": "After a change of payment details nothing is sent for {{count}} day. This protects you if somebody else gets into your account.",
        "text_other": "After a change of payment details nothing is sent for {{count}} days. This protects you if somebody else gets into your account."
      }
    },
    "closes": "closes around {{date}}"
  };
  legal: {
    "name": "Terms and licences",
    "kinds": {
      "terms": "Terms of service",
      "policy": "Privacy policy",
      "ofl": "Font licence",
      "osl": "Open-source notices"
    },
    "version": "Version {{version}}, {{date}}"
  };
  look: {
    "title": "Music not recognised?",
    "text": "If a short has our music and still is in no report after three days, we look at it ourselves.",
    "ask": "Ask for a second look",
    "again": "Ask once more",
    "link": "Link to the short",
    "asked": "Asked for",
    "state": {
      "waiting": "We look at it",
      "accepted": "Music found",
      "declined": "Not found"
    },
    "when": {
      "waiting": "Asked on {{date}}. You will be notified.",
      "accepted": "Answered on {{date}}. It counts from the next report on.",
      "declined": "Answered on {{date}}."
    }
  };
  members: {
    "title": "Members",
    "lead_one": "{{members}} member. A new rate counts from {{date}}.",
    "lead_other": "{{members}} members. A new rate counts from {{date}}.",
    "leadFound_one": "{{members}} found. A new rate counts from {{date}}.",
    "leadFound_other": "{{members}} found. A new rate counts from {{date}}.",
    "leadNone": "A new rate counts from {{date}}.",
    "find": "Nickname or e-mail",
    "notFound": "Nobody matches “{{text}}”",
    "stands": "Below {{names}}",
    "nickname": "Nickname",
    "nicknameHint": "{{min}} to {{max}} letters or digits",
    "manages": "May have members of its own",
    "managesHint": "It makes accounts below itself and hands its channels to them.",
    "channels_one": "{{channels}} channel",
    "channels_other": "{{channels}} channels",
    "members_one": "{{members}} account below",
    "members_other": "{{members}} accounts below",
    "refused": {
      "title": "You have no access to this page",
      "members": "It is for accounts that have members. Your channels and earnings are on your own pages.",
      "network": "It is for accounts that lead a network. Your channels and earnings are on your own pages."
    },
    "empty": {
      "title": "No members yet",
      "text": "A member is a creator whose channels you look after. They log in themselves, see only the channels that you hand to them, and are paid separately; you keep the part that you set."
    },
    "month": {
      "whole": "Members’ channels, {{month}}",
      "own": "Your part",
      "ownShort": "Your part, {{month}}",
      "theirs": "Theirs"
    },
    "brought": "{{amount}}, {{own}} yours",
    "columns": {
      "member": "Member",
      "keep": "Kept above",
      "channels": "Channels",
      "revenue": "{{month}}",
      "own": "Yours",
      "theirs": "Theirs",
      "acts": "What can be done"
    },
    "state": {
      "invited": "Invited",
      "unproved": "E-mail not confirmed",
      "suspended": "Suspended",
      "manages": "May have members"
    },
    "detail": {
      "since": "{{email}}, since {{date}}",
      "channels": "Channels",
      "assign": "Assign channels",
      "none": "None yet",
      "views_one": "{{views}} view",
      "views_other": "{{views}} views",
      "more_one": "and {{channels}} more",
      "more_other": "and {{channels}} more",
      "payout": "Payment details are {{name}}’s own and not shown here."
    },
    "tree": {
      "open": "Accounts below {{name}}"
    },
    "chain": {
      "text": "Of {{whole}} that reach you: {{parts}}.",
      "part": "{{name}} {{amount}}",
      "you": "you"
    },
    "acts": {
      "name": "{{name}}: what can be done",
      "rate": "Change the rate",
      "profile": "Nickname and e-mail",
      "password": "Set a new password",
      "delete": "Delete the member"
    },
    "add": {
      "open": "Add a member",
      "emailHint": "It logs in with it, after it has confirmed it with a code from us.",
      "password": "First password",
      "channels": "Channels, if there are some already",
      "channelsHint": "Links or handles, up to 20. All of them are added, or nothing is.",
      "category": "What are they about?",
      "categoryMissing": "Please choose a category.",
      "note": "A member sees only the channels assigned to it, asks for its own payouts and is paid separately. Tell it the password yourself.",
      "submit_one": "Add {{name}} with {{count}} channel",
      "submit_other": "Add {{name}} with {{count}} channels",
      "alone": "Add {{name}}",
      "done": "{{name}} was added."
    },
    "invite": {
      "instead": "Invite by e-mail",
      "hint": "It gets a link and sets its own password.",
      "note": "A member sees only the channels assigned to it, asks for its own payouts and is paid separately. The link is good for 7 days.",
      "again": "Send the invitation again",
      "sent": "The invitation is on its way to {{email}}."
    },
    "rate": {
      "title": "{{name}}’s rate",
      "keep": "You keep",
      "hint": "From 0 to 100 percent, with two decimals at most",
      "bad": "Please enter a number from 0 to 100, with two decimals at most.",
      "of": "Of {{whole}} you keep {{kept}}; {{name}} gets {{left}}.",
      "member": "the member",
      "now": "{{now}} → {{next}}",
      "from": "from {{date}}",
      "when": "Today you keep {{now}}. The new rate counts from {{date}}; what was earned before stays as it is. {{name}} is told at once.",
      "submit": "Set {{rate}} from {{date}}",
      "done": "From {{date}} you keep {{rate}} of {{name}}’s earnings.",
      "what": {
        "title": "What would {{rate}} have done?",
        "month": "In {{month}}, the last month that was closed",
        "before": "As it was",
        "after": "At {{rate}}",
        "you": "{{amount}} you",
        "them": "{{amount}} {{name}}",
        "more": "You would have kept {{amount}} more, {{name}} would have got that much less.",
        "less": "You would have kept {{amount}} less, {{name}} would have got that much more.",
        "same": "Nothing would have changed.",
        "below": "{{name}} and below",
        "never": "No month has been closed yet: then this shows what the rate would have changed in it."
      }
    },
    "password": {
      "title": "New password for {{name}}",
      "note": "{{name}} is logged out everywhere and told by e-mail that the password is new. What it is, only you can say.",
      "done": "{{name}} logs in with the new password."
    },
    "profile": {
      "title": "{{name}}: nickname and e-mail",
      "proved": "{{name}} has confirmed this address and alone can change it.",
      "unproved": "Not confirmed yet: you can correct it.",
      "submit": "Save",
      "done": "{{name}} was changed."
    },
    "delete": {
      "title": "Delete {{name}}?",
      "hasMembers_one": "{{count}} account stands below {{name}}. Delete it first.",
      "hasMembers_other": "{{count}} accounts stand below {{name}}. Delete them first.",
      "login": "{{name}} can no longer log in, and is told by e-mail.",
      "channels_one": "{{count}} channel comes back to you: from today it earns for you.",
      "channels_other": "{{count}} channels come back to you: from today they earn for you.",
      "money": "What {{name}} has earned until today stays {{name}}’s; a payout on its way goes on.",
      "password": "Your own password",
      "done_one": "{{name}} was deleted. {{count}} channel came back to you.",
      "done_other": "{{name}} was deleted. {{count}} channels came back to you."
    },
    "sub": {
      "title": "Network channels",
      "lead": "The channels of all accounts below you.",
      "account": "Account",
      "allAccounts": "All accounts",
      "noAccount": "No account matches",
      "thisAccount": "The chosen account",
      "status": "State",
      "allStatuses": "All states",
      "owner": "Owner",
      "holder": "Held by",
      "empty": "No channels below you yet",
      "emptyText": "They appear here as soon as an account below you adds one, or you assign one to it.",
      "none": "No channel matches"
    },
    "file": {
      "open": "CSV",
      "title": "Members as CSV",
      "lead": "Take your members along as a file, or make and change many at once.",
      "download": "Download members.csv",
      "choose": "A CSV file",
      "hint": "Columns: user_id, nickname, fee_rate (0.1 is 10 %), permission_flag. Others are passed over. New addresses are invited by e-mail; there are no passwords in the file.",
      "pick": "Choose a file",
      "remove": "Remove the file",
      "summary": "Invited: {{invited}}. Changed: {{changed}}. As they are: {{unchanged}}.",
      "faults_one": "Nothing is taken over: {{count}} line has to be put right.",
      "faults_other": "Nothing is taken over: {{count}} lines have to be put right.",
      "line": "Line {{line}}",
      "invite": "{{name}} is invited",
      "change": "{{name}}: {{what}}",
      "more_one": "and {{count}} more",
      "more_other": "and {{count}} more",
      "nothing": "Every line says what is so already.",
      "submit": "Take it over",
      "done": "Taken over. Invited: {{invited}}. Changed: {{changed}}.",
      "column": {
        "user_id": "e-mail",
        "nickname": "nickname",
        "fee_rate": "rate",
        "permission_flag": "members of its own"
      }
    }
  };
  music: {
    "title": "Music",
    "views": {
      "name": "Views of the music",
      "home": "Home",
      "all": "All",
      "moods": "Moods",
      "shopping": "Shopping",
      "ranking": "Ranking",
      "favourites": "Favourites {{count}}",
      "favouritesPlain": "Favourites"
    },
    "search": {
      "label": "Title, artist or track code",
      "clear": "Clear the search"
    },
    "saved": "{{saved}} of {{limit}}",
    "savedLabel": "Favourites: {{saved}} of {{limit}}",
    "category": {
      "name": "Category",
      "bgm": "BGM",
      "pop": "Song (pop)",
      "ost": "OST",
      "new": "New"
    },
    "filter": {
      "mood": "Mood",
      "shopping": "Shopping only",
      "onlyHere": "Only here",
      "clear": "Clear all",
      "both": "Moods together: a track must have each."
    },
    "count_one": "{{total}} track",
    "count_other": "{{total}} tracks",
    "shown": "{{shown}} of {{total}} shown",
    "end_one": "That is all: {{total}} track",
    "end_other": "That is all: {{total}} tracks",
    "more": "Show more",
    "all": "All {{total}}",
    "columns": {
      "track": "Track",
      "moods": "Moods",
      "length": "Length",
      "yours": "Your shorts, {{month}}",
      "yoursPlain": "Your shorts",
      "code": "Track code"
    },
    "notUsed": "not used yet",
    "moreMoods": "{{count}} more moods",
    "used_one": "{{count}} short, {{amount}}",
    "used_other": "{{count}} shorts, {{amount}}",
    "usedIn_one": "{{count}} short, {{amount}} in {{month}}",
    "usedIn_other": "{{count}} shorts, {{amount}} in {{month}}",
    "shorts_one": "{{count}} short",
    "shorts_other": "{{count}} shorts",
    "usedLast_one": "{{count}} short, last used {{day}}",
    "usedLast_other": "{{count}} shorts, last used {{day}}",
    "keys": {
      "move": "move",
      "space": "space",
      "play": "play",
      "copy": "copy code",
      "keep": "favourite",
      "enter": "enter",
      "open": "open"
    },
    "code": {
      "copy": "Copy the code of {{name}}",
      "copyCode": "Copy {{code}}",
      "copyPlain": "Copy the code"
    },
    "earned": {
      "title": "What earned for you",
      "three_one": "This track made <b>{{amount}}</b> of your {{total}}.",
      "three_other": "These {{count}} made <b>{{amount}}</b> of your {{total}}.",
      "from_one": "{{standing}}, from {{count}} track",
      "from_other": "{{standing}}, from {{count}} tracks",
      "unknown_one": "{{amount}} of {{count}} short whose track is not known yet",
      "unknown_other": "{{amount}} of {{count}} shorts whose track is not known yet",
      "none": "Use a track in a short: what it earns stands here, track by track."
    },
    "ranking": {
      "title": "Weekly ranking",
      "views": "views won {{span}}",
      "plays": "plays {{span}}",
      "up": "up {{places}}",
      "down": "down {{places}}",
      "same": "same place",
      "new": "new",
      "none": "No ranking yet",
      "noneText": "It begins with the first week in which somebody hears or uses a track.",
      "gainViews_one": "+{{gained}} view",
      "gainViews_other": "+{{gained}} views",
      "gainPlays_one": "+{{gained}} play",
      "gainPlays_other": "+{{gained}} plays"
    },
    "fresh": "New this month",
    "own": "From your shorts",
    "prioritized": "Picked for you",
    "byMood": "By mood",
    "aiMoods": "As machines hear it",
    "shop": {
      "title": "Sounds for shopping shorts",
      "text_one": "{{total}} track, cleared for product videos",
      "text_other": "{{total}} tracks, cleared for product videos"
    },
    "empty": {
      "title": "There is no music here yet",
      "text": "Tracks appear as soon as the operator adds the catalogue.",
      "nothing": "Nothing is {{parts}}",
      "helps": "Leaving one out helps most:",
      "nothingHelps": "Nothing is found without any one of them either.",
      "without": "Without {{name}}",
      "anyCategory": "All categories",
      "notOnlyShopping": "Not only shopping"
    },
    "favourites": {
      "title": "{{saved}} of {{limit}}",
      "full": "All places are taken",
      "left_one": "{{count}} place is free",
      "left_other": "{{count}} places are free",
      "needs": "A new heart needs a free place.",
      "idle_one": "One has waited more than two months without a short of yours.",
      "idle_other": "{{count}} have waited more than two months without a short of yours.",
      "order": "Order",
      "earnings": "By earnings",
      "newest": "Newest",
      "savedOn": "Saved {{day}}, not used yet",
      "savedUsed": "Saved {{day}}, last used {{used}}",
      "gone": "no longer offered",
      "remove": "Remove",
      "removeOf": "Remove {{name}} from the favourites",
      "none": "No favourites yet",
      "noneText": "Press the heart of a track and it stands here: up to {{limit}} of them.",
      "find": "Find tracks"
    },
    "track": {
      "back": "{{title}}: back to the list",
      "play": "Play {{length}}",
      "pause": "Pause",
      "noPreview": "No preview",
      "share": "Share",
      "shared": "The link is copied",
      "rank": "No. {{rank}} this week",
      "isNew": "New",
      "shopping": "Shopping",
      "yours": "Your shorts with it, {{month}}",
      "yoursPlain": "Your shorts with it",
      "views_one": "{{views}} view",
      "views_other": "{{views}} views",
      "line": "{{day}}, {{views}}",
      "part": "one of {{count}} tracks",
      "columns": {
        "short": "Short",
        "views": "Views",
        "premium": "Premium share",
        "earnings": "Earnings"
      },
      "total_one": "{{count}} short",
      "total_other": "{{count}} shorts",
      "all_one": "Show it",
      "all_other": "All {{count}} shorts",
      "none": "None of your shorts used it in {{month}}",
      "noneText": "Copy the code and use it in your next short: what it earns is shown here.",
      "use": "Use it in a short",
      "step1": "Copy the code",
      "step1Text": "{{code}}, the only thing you need",
      "step2": "Add sound in the Shorts editor",
      "step2Text": "Paste the code into the search, take the one result",
      "step3": "Set {{editor}} s, volume {{volume}}% or more",
      "step3Text": "A short of {{length}} s or longer earns best. One track a short.",
      "mood": "In the same mood",
      "gone": "This track is not there",
      "goneText": "It is no longer offered, or the code is not quite right.",
      "toAll": "See all music",
      "estimatedTrack": "The claims of this month have not come: by the track it had last."
    }
  };
  notifications: {
    "title": "Notifications",
    "readAll": "Mark all as read",
    "emptyTitle": "No notifications yet",
    "emptyText": "When a channel is reviewed, a month is confirmed or a payout is made, you will see it here first.",
    "newer": "Newer",
    "older": "Older",
    "settings": "What you are told",
    "readOne": "Mark as read: {{title}}",
    "noneTitle": "None of this kind",
    "types": {
      "name": "Kind",
      "all": "All",
      "notice": "Notices",
      "event": "Events",
      "withdrawal_done": "Payouts",
      "fixed_profit": "Confirmed",
      "expected_profit": "Estimates",
      "tax": "Invoices"
    },
    "detail": "The chosen notification",
    "open": "Open"
  };
  partnership: {
    "title": "Propose a partnership",
    "lead": "For labels, brands, networks and everybody who wants to do something larger with us. The people who run this portal read it themselves.",
    "kind": {
      "name": "What is it about?",
      "partnership": "A partnership",
      "general": "A question"
    },
    "general": {
      "text": "Questions about your account, your channels or your money are answered by chat or e-mail, faster than here.",
      "support": "Contact support"
    },
    "subject": "What it is about",
    "missing": "Please fill this in.",
    "tooLong": "At most {{most}} characters.",
    "content": {
      "label": "Your proposal",
      "hint": "{{used}} of {{most}} characters"
    },
    "contact": {
      "label": "How we reach you",
      "hint": "An e-mail address or a phone number."
    },
    "file": {
      "label": "Attachment (optional)",
      "hint": "PDF, PNG, JPEG or WebP, at most {{size}} MB.",
      "choose": "Choose a file",
      "remove": "Remove the file",
      "tooLarge": "The file is too large. The limit is {{size}} MB.",
      "type": "This file cannot be taken. PDF, PNG, JPEG and WebP can."
    },
    "send": "Send the proposal",
    "sent": {
      "title": "Your proposal has arrived",
      "text": "We have told the people who decide. You will be answered at {{contact}}."
    }
  };
  payout: {
    "debt": "Your balance is {{amount}}: more was taken back than was in it. Your next earnings pay this off first.",
    "bank": {
      "last_settled_month": "For a bank transfer the last confirmed month must reach {{bank}}.",
      "requested_amount": "A bank transfer needs {{bank}} or more."
    },
    "without": "{{method}} has no such minimum: switch your payment details to it and you can request now.",
    "why": {
      "payment_info": "Enter your payment details first.",
      "window": "You can request it on {{span}}.",
      "pending_withdrawal": "Your last withdrawal is still on its way. You can request again once it is paid.",
      "minimum": "The balance must be above {{minimum}}. What you have carries over.",
      "bank_minimum": "For a bank transfer the last confirmed month must reach {{bank}}; {{month}} was {{revenue}}.",
      "bank_month": "For a bank transfer a confirmed month must reach {{bank}}; there is none yet.",
      "method_minimum": "This payout method needs a larger amount. What you have carries over.",
      "fee": "The fee would take all of it. What you have carries over.",
      "channel_not_approved": "You need an approved channel to request a withdrawal.",
      "consent": "We still need your signed consent to exclusivity.",
      "country": "We cannot pay banks in your country at present.",
      "currency_method": "This payout method does not pay in that currency.",
      "no_rate": "There is no exchange rate for this currency today. You can request in US dollars.",
      "other": "Withdrawals are unavailable right now."
    },
    "locked": {
      "disowned": "Your payouts are locked: a change of where they go was not you. Nothing is sent until we have spoken with you.",
      "second_factor": "Your payouts are locked: two-factor sign-in is being removed. Nothing is sent until {{at}}.",
      "both": "Your payouts are locked: a change of where they go was not you, and two-factor sign-in is removed at {{at}}. Nothing is sent until we have spoken with you."
    },
    "card": {
      "name": "Your payout",
      "label": {
        "soFar": "{{month}} so far",
        "firstDays": "Your first days",
        "firstFigures": "Your first figures come on",
        "soon": "Your first figures are on their way",
        "waiting": "Yours, {{month}} included",
        "yours": "Yours",
        "ready": "Ready to withdraw",
        "held": "Held to protect you",
        "onItsWay": "On its way",
        "paid": "Paid on {{date}}",
        "cameBack": "Back from the bank",
        "inBalance": "Back in your balance",
        "refused": "Not paid",
        "blocked": "Yours",
        "balance": "Balance",
        "open": "Not confirmed yet",
        "locked": "Locked to protect you"
      },
      "chip": {
        "open_one": "Open, 1 day left",
        "open_other": "Open, {{count}} days left",
        "openToday": "Open, last day",
        "where": "Where to?",
        "until": "Until {{date}}",
        "billed": "Billed {{date}}",
        "paid": "Paid",
        "returned": "Returned {{date}}",
        "refused": "Refused",
        "blocked": "Not now",
        "correction": "After a correction",
        "locked": "Locked"
      },
      "text": {
        "earning": "{{month}} closes around {{close}}; from <b>{{from}}</b> what is confirmed is yours to ask for.",
        "firstDays": "{{month}} is confirmed around {{close}}; what is above {{minimum}} by then you can ask for from <b>{{from}}</b>.",
        "firstFigures_one": "Each day is counted to its end and shown a day later; <b>today is counted</b>.",
        "firstFigures_other": "Each day is counted to its end and shown {{count}} days later; <b>today is counted</b>.",
        "waiting": "You can ask for it from <b>{{from}}</b>; it is with you by <b>{{by}}</b>.",
        "open": "Ask by {{until}} and <b>{{net}}</b> is with you by <b>{{by}}</b>.",
        "onItsWay": "With you by <b>{{by}}</b>, to {{to}}.",
        "late": "It was due on <b>{{by}}</b> and takes longer than usual. Your money is safe; we are on it.",
        "heldAsked": "Where it goes was changed, so it is sent from <b>{{until}}</b> on; with you by <b>{{by}}</b>.",
        "heldOpen": "You changed where the money goes, so nothing is sent before {{until}}; you can ask already, <b>in time for {{by}}</b>.",
        "heldWaiting": "You changed where the money goes, so nothing is sent before {{until}}; you can ask from <b>{{from}}</b>.",
        "paid": "It went to {{to}}.",
        "early_one": "It went to {{to}}, <b>a day early</b>.",
        "early_other": "It went to {{to}}, <b>{{count}} days early</b>.",
        "minimum": "Requests start above {{minimum}}; what you have carries over.",
        "minimumSoon": "Requests start above {{minimum}}; {{month}}, <b>{{estimated}}</b> so far, should take you past it.",
        "minimumMore": "Requests start above {{minimum}}; {{month}} has brought <b>{{estimated}}</b> so far.",
        "detailsOpen": "Say by {{until}} where it should go, and it is with you by <b>{{by}}</b>.",
        "detailsWaiting": "Say where it should go; from <b>{{from}}</b> you can ask for it.",
        "returned": "It was sent back on <b>{{date}}</b>; nothing is lost. Once the details are corrected it goes out again by itself.",
        "corrected": "Your new details are in. It goes out again <b>with the next batch</b>; there is nothing more to do.",
        "correctedHeld": "Your new details are in. It goes out again from <b>{{until}}</b> on; there is nothing more to do.",
        "inBalanceOpen": "It was not paid and nothing was lost; you can ask again until <b>{{until}}</b>.",
        "inBalance": "It was not paid and nothing was lost; you can ask again from <b>{{from}}</b>.",
        "refused": "This request was turned down on <b>{{date}}</b>, and the amount is not given back.",
        "belowZero": "More was taken back than was in it. Your next earnings settle it first; nothing is asked of you."
      },
      "reason": "Reason: {{reason}}",
      "act": {
        "request": "Request {{amount}}",
        "remind": "Tell me on {{date}}",
        "reminded": "We will tell you on {{date}}.",
        "enter": "Enter payment details",
        "correct": "Correct the payment details",
        "correction": "See the correction",
        "channels": "See your channels",
        "consent": "Read and sign",
        "see": "See the request",
        "putAway": "Put this away",
        "password": "Choose a new password",
        "factor": "See two-factor sign-in",
        "notMe": "This change was not me",
        "offline": "Request {{amount}} when you are back online"
      },
      "asked": "{{asked}} asked, fee {{fee}}",
      "leaves": "Leaves about",
      "measure": {
        "confirmed": "<b>{{amount}}</b> confirmed",
        "goal": "more than <b>{{minimum}}</b> to ask"
      }
    },
    "share": {
      "open": "Share",
      "openLong": "Share, with or without the sum",
      "title": "Share this payout",
      "lead": "The picture is made on this device. It shows nothing but the day unless you say so, and nothing leaves the device before you share it.",
      "sum": "Show the sum",
      "name": "Show my name",
      "act": "Share",
      "save": "Save the picture",
      "picture": "The picture to share: {{words}}",
      "paid": "Paid",
      "on": "on {{date}}"
    }
  };
  player: {
    "name": "Player",
    "playTrack": "Play {{name}}",
    "pauseTrack": "Pause {{name}}",
    "favourite": "Save {{name}}",
    "play": "Play",
    "pause": "Pause",
    "again": "Play again",
    "next": {
      "title": "Next: {{name}}",
      "in_one": "in {{count}} second",
      "in_other": "in {{count}} seconds",
      "now": "Play it now"
    },
    "nextTrack": "Next track",
    "previousTrack": "Previous track",
    "nothingNext": "Next track: the list ends here",
    "close": "Close the player",
    "collapse": "Make the player small",
    "open": "Open the player",
    "queue": "What plays next",
    "shuffle": "Shuffle",
    "volume": "Volume",
    "move": "Move {{name}}: drag, or use the arrow keys",
    "position": "Position in the track",
    "at": "{{at}} of {{length}}",
    "loading": "loading, {{length}}",
    "slow": {
      "long": "The network is slow. It is still loading.",
      "short": "Slow network, still loading"
    },
    "error": {
      "long": "The preview did not load. The code works all the same.",
      "short": "Preview did not load"
    },
    "offline": {
      "long": "You are offline. It plays on once the network is back.",
      "short": "Offline"
    },
    "coming": "Over. Next in <b>{{seconds}}</b>: {{name}}, {{artist}}",
    "comingSaid": "Over. Next: {{name}}, {{artist}}",
    "stay": "Stay",
    "stayHere": "Stay here",
    "now": "{{name}}, {{artist}}: playing",
    "from": "From {{list}}",
    "upNext": "Next",
    "stops": "Then it stops",
    "more_one": "{{count}} more, then it stops",
    "more_other": "{{count}} more, then it stops",
    "code": "Track code",
    "copyCode": "Copy {{code}}",
    "copied": "{{code}} is copied",
    "makeRoom": "Make room",
    "use": {
      "title": "Use it in a short",
      "how": "Volume {{volume}}% or more, {{seconds}} s or longer",
      "yours_one": "Your {{count}} short with it",
      "yours_other": "Your {{count}} shorts with it",
      "estimated": "{{month}}, estimated"
    },
    "share": "Share",
    "linkCopied": "The link is copied"
  };
  preferences: {
    "language": {
      "title": "Language"
    },
    "currency": {
      "title": "Currency",
      "note": "Amounts are shown in this currency at the latest known rate. You earn in US dollars; you choose with each withdrawal how you are paid."
    },
    "my": {
      "channels_one": "{{count}} channel",
      "channels_other": "{{count}} channels",
      "tiles": {
        "name": "Money at a glance",
        "reports": "Reports",
        "withdrawals": "Withdrawals",
        "earnings": "Earnings",
        "byChannel": "by channel",
        "byMonth": "by month",
        "dates": "requests, dates",
        "ready": "{{amount}} ready",
        "onItsWay": "{{amount}} on its way"
      },
      "groups": {
        "money": "Money",
        "learn": "Learn and ask",
        "news": "News",
        "account": "This account",
        "about": "About"
      },
      "entries": {
        "payment": "Payment details",
        "invite": "Invite friends",
        "promotions": "Promotions",
        "campaigns": "Campaigns",
        "guide": "Guides",
        "help": "Help",
        "support": "Support",
        "partnership": "Partnership",
        "notice": "Notices",
        "pushSettings": "Notification settings",
        "settings": "Settings",
        "members": "Members",
        "subChannels": "Network channels",
        "language": "Language",
        "currency": "Currency",
        "terms": "Terms",
        "appInfo": "App info",
        "signOut": "Log out"
      },
      "values": {
        "missing": "still missing",
        "events": "{{count}} on",
        "unread": "{{count}} new",
        "settings": "password, leaving",
        "push": {
          "all": "all",
          "notice": "earnings and account",
          "marketing": "events and offers",
          "none": "off"
        },
        "points": "{{points}} points"
      }
    },
    "push": {
      "notice": "News about my earnings and account",
      "noticeNote": "Payouts, confirmed months, channel reviews",
      "marketing": "Events and offers",
      "marketingNote": "New music, campaigns"
    },
    "app": {
      "portal": "Portal",
      "software": "Runs on",
      "version": "Backbeat {{version}}",
      "build": "Build",
      "licence": "Licence",
      "free": "Apache-2.0, open source",
      "parts": "What else runs here",
      "fonts": "Fonts"
    }
  };
  tutorial: {
    "skip": "Skip",
    "next": "Next",
    "done": "Done",
    "place": "{{mark}} of {{marks}}",
    "spots": {
      "money": {
        "title": "This is what is yours",
        "text": "Estimates come day by day and are confirmed once a month; the dates below it say when the money reaches you."
      },
      "steps": {
        "title": "Your way to the first earnings",
        "text": "Do the marked step first; each one ticks itself off as soon as it is done."
      },
      "track": {
        "title": "The code is all you need",
        "text": "Copy it from the track and paste it into the sound search of the Shorts editor."
      },
      "noTrack": {
        "title": "The code is all you need",
        "text": "Every track here has one: copy it and paste it into the sound search of the Shorts editor."
      },
      "channel": {
        "title": "Where your channel stands",
        "text": "Five steps lead to the approval, the button is the one thing to do next, and from then on it earns."
      },
      "noChannel": {
        "title": "It starts with your channel",
        "text": "Add the channel you publish shorts on; it earns from the day of its approval."
      },
      "guide": {
        "title": "Stuck? Look at the pictures",
        "text": "Upload, volume, length: for your device, with the words that stand on its buttons."
      }
    }
  };
  withdrawals: {
    "method": {
      "paypal": "PayPal",
      "bank": "Bank transfer"
    },
    "info": {
      "title": "Payment details",
      "lead": "Where we pay your withdrawals.",
      "none": "No payment details yet",
      "noneText": "Tell us where the money goes: PayPal or a bank account. You need this before your first withdrawal.",
      "enter": "Enter payment details",
      "change": "Change payment details",
      "updated": "Last changed",
      "held": "Your payment details were changed recently. To keep your money safe, payments are held until {{date}}.",
      "coolDown_one": "After a change nothing is sent to the new account for {{count}} day. We mail you about every change.",
      "coolDown_other": "After a change nothing is sent to the new account for {{count}} days. We mail you about every change."
    },
    "form": {
      "register": "Enter payment details",
      "update": "Change payment details",
      "lead": "Enter them exactly as they are registered with your bank or PayPal. Every field is required.",
      "holder": "Account holder",
      "bank_name": "Bank name",
      "bank_address": "Bank address",
      "swift": "SWIFT code (BIC)",
      "account_number": "Account number or IBAN",
      "account_number_confirm": "Repeat the number",
      "postal_code": "Postal code",
      "account_name": "Name on PayPal",
      "account_email": "E-mail address on PayPal",
      "nameHint": "Spelled as registered there, for example as in your passport.",
      "swiftHint": "8 or 11 characters.",
      "numberHint": "{{min}} to {{max}} letters or digits, or an IBAN.",
      "plainNumberHint": "{{min}} to {{max}} letters or digits.",
      "now": "Currently {{value}}. Please enter it in full.",
      "paypalFee": "Fee {{fee}}, in US dollars.",
      "bankFee": "Fee {{fee}}. {{rule}}",
      "missing": "This field is required.",
      "mismatch": "The two account numbers do not match.",
      "fillAll": "Please fill in all fields.",
      "save": "Save",
      "saved": "Payment details saved.",
      "password": "We may ask for your password before saving."
    },
    "tax": {
      "title": "Tax details",
      "lead": "The tax office of your country wants to know who is paid. It takes a minute: one number and a name.",
      "enter": "Enter tax details",
      "change": "Change tax details",
      "country": "Country",
      "elsewhere": "Another country",
      "nothing": "Nothing more is needed for your country.",
      "who": "Who is paid",
      "business": {
        "title": "A business",
        "number": "Business registration number",
        "hint": "Ten digits. We ask the tax office whether the business is open and issues electronic tax invoices.",
        "name": "Name of the business"
      },
      "person": {
        "title": "A person",
        "number": "Resident registration number",
        "hint": "Thirteen digits. It is stored encrypted and nobody sees more than its last two digits.",
        "name": "Full name"
      },
      "unproven": "The check digit does not fit. That is right for a number given since October 2020; otherwise please look at it once more.",
      "checked": "Checked",
      "check": "Check and save",
      "close": "Close",
      "saved": "Tax details saved."
    },
    "request": {
      "title": "Request a withdrawal",
      "lead": "The whole balance is paid at once. Anything below a cent stays for the next time.",
      "how": "Method",
      "currency": "Currency",
      "when": "When",
      "fee": "Fee {{fee}}.",
      "paidTo": "Paid to {{place}}.",
      "notRegistered": "Needs its own payment details.",
      "earned": "The currency you earn in",
      "only": "{{methods}} only",
      "rateOfToday": "At the rate on the day of the request",
      "noRate": "There is no exchange rate today",
      "whole": "Your whole balance",
      "line": "{{month}} {{type}}",
      "points": "{{type}}, used first",
      "moreLines_one": "{{count}} more",
      "moreLines_other": "{{count}} more",
      "fewer": "Show fewer",
      "total": "Total",
      "feeRate": "Fee, {{rate}}",
      "feeFlat": "Fee",
      "rate": "Exchange rate",
      "to": "Paid to",
      "billed": "Billed on",
      "receive": "You receive",
      "by": "by {{date}}",
      "aside": "The amount is set aside at once. If the payment cannot be made, it goes back to your balance and we tell you why.",
      "act": "Request {{amount}}",
      "both": "{{fee}} {{more}}"
    },
    "confirm": {
      "title": "Request {{amount}}?",
      "text": "By {{method}}, after the fee of {{fee}}. The invoice is dated {{date}}. A request cannot be taken back.",
      "stale": "Your balance has changed; it is now {{amount}}. Please check it again.",
      "done": "Requested. You will be paid by {{date}}."
    },
    "require": {
      "title": "Where should the money go?",
      "missing": "Before you can request your money, we need your payment details.",
      "other_one": "You are paid by another method at present. Change your payment details to be paid this way; nothing is sent to the new account for {{count}} day.",
      "other_other": "You are paid by another method at present. Change your payment details to be paid this way; nothing is sent to the new account for {{count}} days."
    },
    "notice": {
      "open": "Rules",
      "title": "Before you request",
      "window": "The next request window is {{span}}.",
      "whole": "A request is for the whole confirmed balance. You can have one open request at a time.",
      "minimum": "The balance must be above {{minimum}}; a smaller balance carries over.",
      "fees": "The fee is taken out of the total: {{fees}}.",
      "fee": "{{method}} {{fee}}",
      "change_one": "After a change of payment details nothing is sent for {{count}} day.",
      "change_other": "After a change of payment details nothing is sent for {{count}} days.",
      "back": "A request cannot be taken back. If it is rejected, we tell you why."
    },
    "list": {
      "title": "Withdrawals",
      "none": "No withdrawal yet",
      "noneText": "Your requests appear here, each with its invoice and the day it is paid.",
      "asked": "Requested on {{date}}",
      "sum": "{{total}} less the fee of {{fee}}, {{method}}",
      "billed": "Billed on",
      "due": "Paid by",
      "paid": "Paid on",
      "held": "Held until",
      "reason": "Reason: {{reason}}",
      "recovered": "The whole amount is back in your balance.",
      "notRecovered": "The amount is not returned to your balance.",
      "invoice": "Invoice {{id}}",
      "formerInvoice": "Former invoice {{id}}",
      "creditNote": "Credit note {{id}}",
      "more": "Show more",
      "entry": "Show in the ledger",
      "brief": "{{total}} asked on {{date}}, {{method}}",
      "detail": "The chosen withdrawal"
    },
    "status": {
      "pending": "On its way",
      "success": "Paid",
      "rejected": "Rejected",
      "rejected_without_recovery": "Rejected, not returned"
    },
    "disown": {
      "title": "Was this change not you?",
      "lead": "Somebody changed where your money goes. Press the button if it was not you.",
      "what": "Nothing is paid until we have spoken with you. Everybody is signed out of your account, and we are told at once.",
      "whatHere": "Nothing is paid until we have spoken with you. Every other device is signed out, and we are told at once.",
      "act": "This change was not me",
      "doneTitle": "Your payouts are locked",
      "done": "Nothing is paid until we have spoken with you; we will get in touch. Choose a new password now, so that nobody else can sign in.",
      "password": "Choose a new password",
      "second_factor": "Somebody with your password says that your two-factor sign-in is lost. It is removed at {{at}}, and nothing is paid until then. If that was not you, keep it and choose a new password.",
      "both": "Somebody with your password also says that your two-factor sign-in is lost: it is removed at {{at}}. If that was not you, keep it too.",
      "seeFactor": "See two-factor sign-in",
      "spentTitle": "This link has done its work",
      "spent": "It was pressed before, or is older than 30 days. If you pressed it, your payouts are locked. You can also log in and say it under your payment details."
    },
    "consent": {
      "title": "Consent",
      "agree": "I have read this text and agree to it.",
      "name": "Your full name",
      "nameHint": "Typed here, it counts as your signature.",
      "sign": "Sign",
      "done": "Signed. You can go on with your withdrawal.",
      "signed": "Signed by {{name}} on {{date}}.",
      "none": "There is nothing to sign."
    }
  };
}

export type Namespace = keyof Resources;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Resources;
    strictKeyChecks: true;
  }
}
